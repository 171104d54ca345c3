import type { ReactNode } from 'react';
import type { RuleDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { textLink } from '../../ui/link-styles';
import { formatLongDay } from '../../ui/text/days';
import { TextLink } from '../links';
import { isRead, timeWords } from './rule-words';

/** An item in a list of rules: what it asks for, since when, and when we read it. */
export function RuleSummary({ rule, children }: { rule: RuleDto; children?: ReactNode }) {
  return (
    <li className="stack max-w-text gap-1 border-t border-rule pt-3">
      <TextLink to={paths.rule(rule.id)} className="font-medium">
        {rule.title}
      </TextLink>
      <p className="text-sm text-ink-soft">
        {isRead(rule)
          ? `${timeWords(rule)}. We read it on ${formatLongDay(rule.readOn)}.`
          : `Reported, not read by us. We found the reports on ${formatLongDay(rule.readOn)}.`}
        {rule.forComparison && ' Its limits do not apply to hemp drinks; they are here to compare with.'}
      </p>
      {rule.noVerdictReason && (
        <p className="text-sm font-medium">No certificate is compared with it now. {rule.noVerdictReason}</p>
      )}
      {rule.scope && <p className="text-sm">Only for: {rule.scope}</p>}
      <p className="text-sm">{conditionsOf(rule)}</p>
      {children}
    </li>
  );
}

/** Longer lists are on the page of the rule. */
const SHOWN_CONDITIONS = 3;

function conditionsOf({ checks }: RuleDto): string {
  if (checks.length > SHOWN_CONDITIONS) return `Limits for ${checks.length} things.`;
  return checks.map(({ text }) => text).join('; ');
}

/** Where the rule stands, with a link to its text or with whom to ask. */
export function RuleCitation({ rule: { citation, textUrl, authority, evidence } }: { rule: RuleDto }) {
  if (textUrl === null) {
    const ask = authority === null ? '' : ` Ask ${authority}.`;
    return <>{`${citation}. We haven't found a permanent link to the text.${ask}`}</>;
  }
  return (
    <>
      {citation}.{' '}
      <a href={textUrl} rel="noopener" className={textLink}>
        {evidence.length === 0 ? 'The bill' : 'The text'} at {new URL(textUrl).host}
      </a>
    </>
  );
}
