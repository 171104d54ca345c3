import type { ReactNode } from 'react';
import type { SearchGroupDto, SearchHitDto } from '../../api/generated/types.gen';
import { Badge } from '../../ui/badge';
import { Section } from '../../ui/section';
import { StandaloneLink } from '../links';
import { GROUP_TITLES, WARNINGS } from './search-hits';

/** The hits of one kind. @param children after them */
export function HitGroup({ group: { kind, hits }, children }: { group: SearchGroupDto; children?: ReactNode }) {
  return (
    <Section id={`found-${kind}`} title={GROUP_TITLES[kind]} className="stack gap-2" headingClassName="text-xl">
      <ul className="divide-y divide-rule border-y border-rule">
        {hits.map((hit) => (
          <Hit key={`${hit.path} ${hit.title}`} hit={hit} />
        ))}
      </ul>
      {children}
    </Section>
  );
}

function Hit({ hit: { title, text, path, warning } }: { hit: SearchHitDto }) {
  return (
    <li className="py-2">
      <span className="flex flex-wrap items-center gap-x-3">
        <StandaloneLink to={path} className="wrap-anywhere">
          {title}
        </StandaloneLink>
        {warning !== null && <Badge tone="clay">{WARNINGS[warning]}</Badge>}
      </span>
      <p className="text-sm text-ink-soft wrap-anywhere">{text}</p>
    </li>
  );
}
