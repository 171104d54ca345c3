import type { ProblemDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zProblemDto } from '../../../frontend/src/api/generated/zod.gen.js';

interface Answer {
  readonly error?: unknown;
  readonly response?: Response;
}

/** What a problem must say besides its documented shape. */
type Expected = { readonly type: string } & Partial<Pick<ProblemDto, 'detail' | 'errors'>>;

/** Checks an answer of the client for the documented shape of a problem, down to the header that repeats its id. */
export function expectProblem({ error, response }: Answer, status: number, expected: Expected): ProblemDto {
  expect({ status: response?.status, error }).toMatchObject({ status, error: expected });
  const problem = zProblemDto.parse(error);
  expect(error).toEqual(problem); // and nothing else: parsing drops what is not documented
  expect(problem).toMatchObject({ status, error: problem.detail, requestId: response?.headers.get('x-request-id') });
  expect(problem.type).toMatch(/^\/problems\/[a-z-]+$/);
  expect(problem.title).not.toBe('');
  expect(response?.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response?.headers.get('cache-control')).toBe('no-store');
  return problem;
}

/** The same for an answer of plain `fetch`. */
export async function expectProblemOf(response: Response, status: number, expected: Expected): Promise<ProblemDto> {
  return expectProblem({ error: await response.json(), response }, status, expected);
}

/** One field that is wrong, as every such problem words it. */
export const wrong = (field: string, message: string): Expected => ({
  type: '/problems/invalid-input',
  detail: message,
  errors: [{ field, message }],
});
