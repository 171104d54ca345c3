import type { RuleDto } from '../../api/generated/types.gen';
import { type State, stateByCode } from '../../components/law/states';
import { federalRules, isOutOfDate, knowledgeOf, rulesOf } from './state-law';

const stateOf = (code: string) => stateByCode(code) as State;

const aRule = (differing: Partial<RuleDto> = {}) =>
  ({
    jurisdiction: 'US-VT',
    evidence: [{ fragment: 'at most', where: 'the statute' }],
    noVerdictReason: null,
    forComparison: false,
    state: 'in_force',
    ...differing,
  }) as RuleDto;

const AS_REPORTED = { evidence: [], noVerdictReason: 'Reports say that it changed.' };

describe('what we know about a state', () => {
  it.each([
    ['nothing found', 'VT', [], 'none'],
    ['only a rule of another state', 'VT', [aRule({ jurisdiction: 'US-VA' })], 'none'],
    ['only federal rules', 'VT', [aRule({ jurisdiction: 'US' })], 'none'],
    ['a rule that we read', 'VT', [aRule()], 'read'],
    ['a rule that we read, but that has ended', 'VT', [aRule({ state: 'ended' })], 'reported'],
    ['a rule that others report', 'VT', [aRule(AS_REPORTED)], 'reported'],
    ['a row of the law article', 'AL', [], 'reported'],
    ['a report without a law', 'AR', [], 'reported'],
    ['a report without a law or a list', 'ID', [], 'reported'],
    ['an agency without any rule', 'WA', [], 'none'],
  ] as const)('%s', (_, code, rules, knowledge) => {
    expect(knowledgeOf(stateOf(code), rules)).toBe(knowledge);
  });

  it('does not mix up states', () => {
    const rules = ['US', 'US-VT', 'US-VA', 'US-WV'].map((jurisdiction) => aRule({ jurisdiction } as never));
    expect(rulesOf(stateOf('VA'), rules).map(({ jurisdiction }) => jurisdiction)).toEqual(['US-VA']);
  });
});

it('federal rules are those in force and those to come', () => {
  const states = ['ended', 'in_force', 'upcoming'] as const;
  const rules = [...states.map((state) => aRule({ jurisdiction: 'US', state })), aRule()];
  expect(federalRules(rules).map(({ state }) => state)).toEqual(['in_force', 'upcoming']);
});

describe('what we found is out of date', () => {
  it.each([
    ['on its own day', '2026-11-21', [], false],
    ['a day before three months', '2027-02-20', [], false],
    ['after three months', '2027-02-21', [], true],
    ['beside a rule of the state that stands', '2026-11-26', [aRule()], false],
    ['beside a rule that was reported changed', '2026-11-26', [aRule(AS_REPORTED)], true],
    ['beside a limit for other goods', '2026-11-26', [aRule({ ...AS_REPORTED, forComparison: true })], false],
  ] as const)('%s', (_, today, rules, expected) => {
    expect(isOutOfDate('2026-11-21', rules, today)).toBe(expected);
  });
});
