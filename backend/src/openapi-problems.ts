import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, operationsOf } from './openapi-operations.js';
import { PROBLEM_DESCRIPTIONS } from './platform/http/api-problems.js';

/** The only operation that does not need the database. */
const LIVENESS = '/health/live';

/** For a brand that does not exist, the list is empty. */
const NEVER_NOT_FOUND = '/api/brands/{brandName}/coa';

/** Adds the problems that follow from what an operation takes, so that routes declare only those of their own rules. */
export function withCommonProblems(document: OpenAPIObject): OpenAPIObject {
  for (const { path, method, operation } of operationsOf(document)) {
    for (const [status, description] of Object.entries(commonProblems(path, method, operation))) {
      const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDto' } } };
      operation.responses[status] ??= { description: description ?? 'Problem', content };
    }
  }
  return document;
}

function commonProblems(path: string, method: string, { requestBody, parameters = [] }: Operation) {
  const statuses = [
    ...(path.includes('{') && path !== NEVER_NOT_FOUND ? [404] : []),
    ...(takesJson(requestBody) ? [413, 415] : []),
    ...(method === 'get' ? [] : [403, 429]),
    ...(path === LIVENESS ? [] : [503]),
  ];
  const hasFields =
    requestBody !== undefined || parameters.some((parameter) => 'in' in parameter && parameter.in === 'query');
  return {
    400: hasFields ? PROBLEM_DESCRIPTIONS[400] : 'The URL cannot be read, or has characters that cannot be stored',
    ...Object.fromEntries(statuses.map((status) => [status, PROBLEM_DESCRIPTIONS[status]])),
  };
}

const takesJson = (body: Operation['requestBody']) =>
  body !== undefined && 'content' in body && 'application/json' in body.content;

type Response = NonNullable<Operation['responses'][string]>;

/** Writes each kind of problem once, as a component with the name of its example, and refers to it from the operations. */
export function withSharedProblems(document: OpenAPIObject): OpenAPIObject {
  const names = new Map<string, string>();
  const shared: Record<string, Response> = {};
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const content = JSON.stringify(response);
      const name = names.get(content) ?? newName(response as Response, shared);
      if (name === null) continue;
      names.set(content, name);
      shared[name] = response as Response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return { ...document, components: { ...document.components, responses: shared } } as OpenAPIObject;
}

/** Of several with the same example, the later ones have a number. Null for a response that is not a problem. */
function newName(response: Response, taken: Readonly<Record<string, Response>>): string | null {
  const problem = 'content' in response ? response.content?.['application/problem+json'] : undefined;
  const [code] = Object.keys(problem?.examples ?? {});
  if (code === undefined) return null;
  const words = code.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = `${words.join('')}Problem`;
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}${number}`;
    if (!(numbered in taken)) return numbered;
  }
}
