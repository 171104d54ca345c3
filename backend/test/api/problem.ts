import type { ProblemDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zProblemDto } from '../../../frontend/src/api/generated/zod.gen.js';

interface Answer {
  readonly error?: unknown;
  readonly response?: Response;
}

/** Expected fields of a problem, beyond its documented shape. */
type Expected = { readonly type: string } & Partial<Pick<ProblemDto, 'detail' | 'errors'>>;

/** Checks a client's response for the documented problem shape, including the request id header. */
export function expectProblem({ error, response }: Answer, status: number, expected: Expected): ProblemDto {
  expect({ status: response?.status, error }).toMatchObject({ status, error: expected });
  const problem = zProblemDto.parse(error);
  expect(error).toEqual(problem); // exact match, because parsing drops undocumented fields
  expect(problem).toMatchObject({ status, error: problem.detail, requestId: response?.headers.get('x-request-id') });
  expect(problem.type).toMatch(/^\/problems\/[a-z-]+$/);
  expect(problem.title).not.toBe('');
  expect(response?.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response?.headers.get('cache-control')).toBe('no-store');
  return problem;
}

/** The same for a response of plain `fetch`. */
export async function expectProblemOf(response: Response, status: number, expected: Expected): Promise<ProblemDto> {
  return expectProblem({ error: await response.json(), response }, status, expected);
}

/** One invalid field, as every such problem describes it. */
export const wrong = (field: string, message: string): Expected => ({
  type: '/problems/invalid-input',
  detail: message,
  errors: [{ field, message }],
});
