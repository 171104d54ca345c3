import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import vocabulary from '../../../../content/analytes.json' with { type: 'json' };
import { TextLink } from '../../components/links';
import { PoisonHelp } from '../../components/safety/poison-help';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { SearchField } from '../../ui/fields/search-field';
import { SearchForm } from '../../ui/fields/search-form';
import { textLink } from '../../ui/link-styles';
import { EmptyState } from '../../ui/messages/empty-state';
import { Section } from '../../ui/section';
import { counted } from '../../ui/text/counted';
import { formatLongDay } from '../../ui/text/days';
import { scrollToElement } from '../../ui/text/scroll-to-element';
import { ANALYTES, type Analyte, type FoundAnalytes, findAnalytes, meaningOf, otherNames, PANELS } from './analytes';

const idOfPanel = (key: string) => `panel-${key}`;

/** What labs measure, and the names that reports print, from content/analytes.json. */
export function Component() {
  usePageMeta('analytes');
  const [params] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const found = findAnalytes(search);
  useOpenTarget();
  return (
    <div className="stack gap-10">
      <header className="stack max-w-text gap-4">
        <h1>What Labs Test For</h1>
        <p className="text-lg text-ink-soft">
          {ANALYTES.length} things that lab reports list, with the other names that reports print for them.
        </p>
        <p>
          Certificates in our database keep each name as the lab printed it; look it up here. No lab tests a drink for
          all of these. If something isn't on a report, that doesn't mean it isn't in the drink. Our article{' '}
          <TextLink to={paths.article('reading-lab-results')}>Reading Lab Results</TextLink> explains how to read the
          figures.
        </p>
        <SearchForm action={paths.analytes} className="max-w-md">
          <SearchField
            label="Find a name on a report"
            name="search"
            maxLength={100}
            value={search}
            onValueChange={setSearch}
          />
        </SearchForm>
        <p role="status" className="text-sm text-ink-soft">
          {found.isFiltered && `${counted(found.analytes.length, 'analyte')} of ${ANALYTES.length}`}
        </p>
        {!found.isFiltered && <Groups />}
      </header>
      <Found found={found} search={search} onClear={() => setSearch('')} />
      <p className="max-w-text border-t border-rule pt-6 text-sm text-ink-soft">
        Version of {formatLongDay(vocabulary.version)}. Programs can read the list from{' '}
        <a href="/api/analytes" className={textLink}>
          /api/analytes
        </a>
        . CAS numbers come from: {Object.values(vocabulary.casSources).join('; ')}. Where we have no source, we print
        none. Is a name missing or wrong? <TextLink to={paths.contact}>Write to us</TextLink>.
      </p>
    </div>
  );
}

/** Opens the group with what the address points to. Without scripts, browsers do. */
function useOpenTarget() {
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    const group = id === '' ? null : document.getElementById(id)?.closest('details');
    if (!group || group.open) return;
    group.open = true;
    // After the layout's effect, which moves the focus to the page.
    const frame = requestAnimationFrame(() => scrollToElement(id, 'instant'));
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}

function Groups() {
  const go = useScrollToHeading();
  return (
    <nav aria-label="Groups on this page">
      <ul className="flex flex-wrap gap-x-5">
        {PANELS.map(({ key, label }) => (
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
  );
}

function Found({ found, search, onClear }: { found: FoundAnalytes; search: string; onClear: () => void }) {
  if (found.analytes.length === 0 && found.ambiguous.length === 0) {
    return (
      <>
        <EmptyState title="No such name in our list" actions={<Button onClick={onClear}>Clear Search</Button>}>
          No name that we know has “{search.trim()}” in it. Labs print names that we don't know yet.
        </EmptyState>
        <PoisonHelp />
      </>
    );
  }
  return (
    <>
      {PANELS.map((panel) => {
        const analytes = found.analytes.filter((one) => one.panel === panel.key);
        if (analytes.length === 0) return null;
        return <Group key={panel.key} panel={panel} analytes={analytes} isOpen={found.isFiltered} />;
      })}
      <AmbiguousNames names={found.ambiguous} />
    </>
  );
}

interface GroupProps {
  panel: (typeof PANELS)[number];
  analytes: readonly Analyte[];
  isOpen: boolean;
}

/** Folded, unless something was searched for: all groups together are as long as thirty screens of a phone. */
function Group({ panel: { key, label, text, matters }, analytes, isOpen }: GroupProps) {
  return (
    <Section id={idOfPanel(key)} title={label} headingClassName="text-xl" className="stack gap-3">
      <p className="max-w-text">{text}</p>
      {matters && <p className="max-w-text">{matters}</p>}
      <Collapsible
        key={String(isOpen)}
        defaultOpen={isOpen}
        summary={counted(analytes.length, 'analyte')}
        className="border-t"
      >
        <dl className="analyte-list">{analytes.map(entry)}</dl>
      </Collapsible>
    </Section>
  );
}

function entry(analyte: Analyte) {
  const { key, name, cas, unit } = analyte;
  const facts = [...(unit ? [`Usually in ${unit}`] : []), ...(cas ? [`CAS ${cas}`] : [])];
  const [meaning, others] = [meaningOf(analyte), otherNames(analyte)];
  return (
    <div key={key} id={key}>
      <dt>{name}</dt>
      {meaning && <dd className="meaning">{meaning}</dd>}
      {others.length > 0 && <dd>Also printed as {others.join(', ')}</dd>}
      {facts.length > 0 && <dd>{facts.join(' · ')}</dd>}
    </div>
  );
}

function AmbiguousNames({ names }: { names: FoundAnalytes['ambiguous'] }) {
  if (names.length === 0) return null;
  return (
    <Section id="ambiguous-names" title="Names that could mean several things" headingClassName="text-xl">
      <p className="max-w-text">Reports print these too. We keep them as printed and don't decide what they mean.</p>
      <dl className="analyte-list">
        {names.map(({ name, couldBe }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>Could be {couldBe.join(', or ')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
