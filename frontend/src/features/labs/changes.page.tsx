import content from '../../../../content/api-changes.json' with { type: 'json' };
import { Breadcrumbs } from '../../components/breadcrumbs';
import { TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { formatLongDay } from '../../ui/text/days';
import { withCode } from './with-code';

/** The changelog of the API for labs, with its deprecation policy. */
export function Component() {
  usePageMeta('apiChanges');
  return (
    <div className="stack max-w-text gap-10">
      <header className="stack gap-4">
        <Breadcrumbs
          links={[
            { to: paths.home, label: 'Home' },
            { to: paths.labs, label: 'For Labs' },
          ]}
          current="Changes"
        />
        <h1>How the API Has Changed</h1>
        <p className="text-lg text-ink-soft">
          Everything that labs can notice in the API, newest first. The{' '}
          <TextLink to={paths.labs}>guide for labs</TextLink> explains how to use it.
        </p>
      </header>
      <section aria-labelledby="policy" className="stack gap-3">
        <h2 id="policy">Before anything goes away</h2>
        <p>
          We may add calls, response fields, event types, error types, findings, and values at any time, so write your
          program to ignore what it doesn't know. We won't rename or remove anything, change what a field means, or make
          a field required without all of this:
        </p>
        <Entries entries={content.promises} />
      </section>
      {content.changes.map(({ date, entries }) => (
        <section key={date} aria-labelledby={date} className="stack gap-3">
          <h2 id={date}>
            <time dateTime={date}>{formatLongDay(date)}</time>
          </h2>
          <Entries entries={entries} />
        </section>
      ))}
    </div>
  );
}

function Entries({ entries }: { entries: readonly string[] }) {
  return (
    <ul className="stack list-disc gap-2 ps-5">
      {entries.map((entry) => (
        <li key={entry}>{withCode(entry)}</li>
      ))}
    </ul>
  );
}
