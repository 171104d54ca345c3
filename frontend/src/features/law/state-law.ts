import table from '../../../../content/state-law.json' with { type: 'json' };
import type { RuleDto } from '../../api/generated/types.gen';
import { isRuleOf, type State } from '../../components/law/states';
import { isRead } from '../../components/rules/rule-words';
import { monthsBetween } from '../../ui/text/days';

/** What we found about a state besides the rules that certificates are compared with. All of it has its day. */
export interface StateLaw {
  /** From the law article's table: what summaries and agencies say of a law, and where anyone can read it. */
  readonly found?: {
    readonly text: string;
    readonly law: string;
    readonly url: string;
    readonly linkName: string;
    readonly on: string;
  };
  /** What others report, without a law that we could name. */
  readonly reported?: { readonly text: string; readonly on: string };
  /** Whom to ask. None where no source of ours names an agency. */
  readonly agencies?: readonly { readonly name: string; readonly url?: string; readonly linkName?: string }[];
}

const LAWS: Readonly<Record<string, StateLaw>> = table.states;

export const lawOf = ({ code }: State): StateLaw => LAWS[code] ?? {};

/** A state's rules, and what is in force or announced for the whole country. */
export const rulesOf = (state: State, rules: readonly RuleDto[]) => rules.filter((rule) => isRuleOf(state, rule));

export const federalRules = (rules: readonly RuleDto[]) =>
  rules.filter(({ jurisdiction, state }) => jurisdiction === 'US' && state !== 'ended');

/** How much we know: whether we read a text of the state's, or have only what others say, or nothing. */
export type Knowledge = 'read' | 'reported' | 'none';

export function knowledgeOf(state: State, rules: readonly RuleDto[]): Knowledge {
  const own = rulesOf(state, rules);
  // What an ended rule said tells nothing about today.
  if (own.some((rule) => isRead(rule) && rule.state !== 'ended')) return 'read';
  const { found, reported } = lawOf(state);
  return own.length > 0 || found || reported ? 'reported' : 'none';
}

/** Rules are read again every three months, so what we found counts as old after that. */
const MONTHS_UNTIL_OLD = 3;

/**
 * Whether what we found may have changed: it is old, or a rule of the state was reported changed or not read again.
 * @param today `YYYY-MM-DD`
 */
export const isOutOfDate = (on: string, own: readonly RuleDto[], today: string): boolean =>
  monthsBetween(on, new Date(today)) >= MONTHS_UNTIL_OLD ||
  own.some(({ noVerdictReason, forComparison }) => noVerdictReason !== null && !forComparison);
