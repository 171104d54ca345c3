import vocabulary from '../../../../content/analytes.json' with { type: 'json' };
import { TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { textLink } from '../../ui/link-styles';
import { Section } from '../../ui/section';

/** Without the fields that an entry of the file may leave out. */
type Analyte = (typeof vocabulary.analytes)[number] & { cas?: string; names?: string[]; note?: string };

const { panels, ambiguous } = vocabulary;
const analytes: readonly Analyte[] = vocabulary.analytes;
const nameOf = new Map(analytes.map(({ key, name }) => [key, name]));

const idOfPanel = (key: string) => `panel-${key}`;

/** What labs measure, and the names that reports print, from content/analytes.json. */
export function Component() {
  usePageMeta('analytes');
  const go = useScrollToHeading();
  return (
    <div className="stack gap-10">
      <header className="stack max-w-text gap-4">
        <h1>What Labs Test For</h1>
        <p className="text-lg text-ink-soft">
          {analytes.length} things that lab reports list, with the other names that reports print for them.
        </p>
        <p>
          Certificates in our database keep each name as the lab printed it; look it up here. No lab tests a drink for
          all of these. If something isn't on a report, that doesn't mean it isn't in the drink. Our article{' '}
          <TextLink to={paths.article('reading-lab-results')}>Reading Lab Results</TextLink> explains how to read the
          figures.
        </p>
        <nav aria-label="Groups on this page">
          <ul className="flex flex-wrap gap-x-5">
            {panels.map(({ key, label }) => (
              <li key={key}>
                <a
                  href={`#${idOfPanel(key)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    go(idOfPanel(key));
                  }}
                  className="inline-flex min-h-11 items-center text-pine underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {panels.map(({ key, label, text }) => (
        <Section key={key} id={idOfPanel(key)} title={label} headingClassName="text-xl" className="stack gap-3">
          <p className="max-w-text">{text}</p>
          <dl className="analyte-list">{analytes.filter(({ panel }) => panel === key).map(entry)}</dl>
        </Section>
      ))}
      <AmbiguousNames />
      <p className="max-w-text border-t border-rule pt-6 text-sm text-ink-soft">
        Version of {vocabulary.version}. Programs can read the list from{' '}
        <a href="/api/analytes" className={textLink}>
          /api/analytes
        </a>
        . CAS numbers come from: {Object.values(vocabulary.casSources).join('; ')}. Where we have no source, we print
        none. Is a name missing or wrong? <TextLink to={paths.contact}>Write to us</TextLink>.
      </p>
    </div>
  );
}

function entry({ key, name, cas, unit, names = [], note }: Analyte) {
  const facts = [...(unit ? [`Usually in ${unit}`] : []), ...(cas ? [`CAS ${cas}`] : [])];
  return (
    <div key={key} id={key}>
      <dt>{name}</dt>
      {names.length > 0 && <dd>Also printed as {names.join(', ')}</dd>}
      {note && <dd>{note}</dd>}
      {facts.length > 0 && <dd>{facts.join(' · ')}</dd>}
    </div>
  );
}

function AmbiguousNames() {
  return (
    <Section id="ambiguous-names" title="Names that could mean several things" headingClassName="text-xl">
      <p className="max-w-text">Reports print these too. We keep them as printed and don't decide what they mean.</p>
      <dl className="analyte-list">
        {ambiguous.map(({ name, couldBe }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>Could be {couldBe.map((key) => nameOf.get(key)).join(', or ')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
