import content from '../../../../content/problems.json' with { type: 'json' };

/** An error that the API can return. */
export interface Problem {
  readonly code: string;
  readonly group: string;
  /** Missing for a rejected line of a bulk file: it has no HTTP response. */
  readonly status?: number;
  readonly title: string;
  readonly meaning: string;
  readonly todo: string;
  readonly example?: string;
}

const problems: readonly Problem[] = Object.entries(content.problems).map(([code, problem]) => ({ code, ...problem }));

export const groups = content.groups.map((group) => ({
  ...group,
  problems: problems.filter((problem) => problem.group === group.id),
}));

export const problemOf = (code: string): Problem | undefined => problems.find((problem) => problem.code === code);

export const groupOf = ({ group }: Problem) => groups.find(({ id }) => id === group);
