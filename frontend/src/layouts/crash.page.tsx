import { CallLink } from '../components/links';
import { HELP_LINES } from '../components/safety/help-lines';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { textLink } from '../ui/link-styles';

/**
 * Error page, e.g. after an update has removed a file of the old build. It does not reload by itself, because that
 * could loop forever.
 */
export function Crash({ error }: { error: unknown }) {
  const detail = error instanceof Error ? error.message : '';
  return (
    <div className="mx-auto grid max-w-text justify-items-start gap-5 py-8">
      <h1>This page didn't load</h1>
      <p>Check your connection, then reload the page. That usually fixes it.</p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      {detail && <p className="max-w-full text-sm wrap-anywhere text-ink-soft">Details: {detail}</p>}
    </div>
  );
}

/** The same without the site layout, for when the layout itself failed. */
export function CrashWithoutFrame({ error }: { error: unknown }) {
  return (
    <main className="wrap py-8">
      <Crash error={error} />
      <p className="mx-auto max-w-text text-sm">
        {/* A plain link, so the browser loads the site afresh. */}
        <a href={paths.emergency} className={`${textLink} font-medium`}>
          Need help now?
        </a>{' '}
        Poison Help: <CallLink line={HELP_LINES.poisonHelp} />
      </p>
    </main>
  );
}
