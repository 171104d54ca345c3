import { useRouteError } from 'react-router';
import { Button } from '../ui/button';

/** Shown when a page fails for a reason nobody foresaw, e.g. a file of an older version that is gone after an update. */
export function Crash() {
  const error = useRouteError();
  return (
    <main className="mx-auto grid max-w-text justify-items-start gap-5 px-gutter py-16">
      <h1>This page could not be shown</h1>
      <p>Something went wrong while loading it. Loading it again usually helps.</p>
      {error instanceof Error && <p className="text-sm text-ink-soft">{error.message}</p>}
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </main>
  );
}
