import table from '../../../../content/states.json' with { type: 'json' };

export interface State {
  /** Postal code, such as `TX`. */
  readonly code: string;
  readonly name: string;
  /** Its part of the page's address. */
  readonly slug: string;
}

/** The fifty states and D.C., by name. */
export const STATES: readonly State[] = table.states;

export const stateByCode = (code: string | null): State | undefined => STATES.find((state) => state.code === code);

export const stateBySlug = (slug: string): State | undefined => STATES.find((state) => state.slug === slug);

/** The state of a rule; undefined for a federal one. */
export const stateOfRule = ({ jurisdiction }: { jurisdiction: string }): State | undefined =>
  STATES.find((state) => isRuleOf(state, { jurisdiction }));

export const isRuleOf = ({ code }: Pick<State, 'code'>, { jurisdiction }: { jurisdiction: string }): boolean =>
  jurisdiction === `US-${code}`;
