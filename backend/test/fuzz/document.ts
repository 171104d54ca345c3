import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Call, callsOf, type OpenApi, readDocument, type Schema } from '../api/document.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An operation of the OpenAPI document, with compiled validators for its responses. */
export interface Operation extends Call {
  readonly id: string;
  /** The security scheme it requires; null for public operations. */
  readonly security: 'staffSession' | 'partnerKey' | null;
  readonly scope: string | null;
}

const document = readDocument();

export const operations: readonly Operation[] = callsOf(document).map((call) => {
  const [scheme, scopes] = Object.entries(call.operation.security?.[0] ?? {})[0] ?? [];
  return {
    ...call,
    id: call.operation.operationId ?? call.name,
    security: (scheme as Operation['security'] | undefined) ?? null,
    scope: scopes?.[0] ?? null,
  };
});

export function operation(id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`the document has no operation ${id}`);
  return found;
}

/** The methods documented for a path. */
export const methodsAt = (path: string): readonly string[] =>
  operations.filter((candidate) => candidate.path === path).map(({ method }) => method);

export const componentOf = (schema: Schema | undefined): string | null =>
  (schema?.$ref ?? schema?.allOf?.[0]?.$ref)?.split('/').at(-1) ?? null;

export const resolve = (schema: Schema): Schema => {
  const name = componentOf(schema);
  return name === null ? schema : { ...document.components.schemas[name], ...schema };
};

/**
 * The document's schemas with every object closed, so an undocumented field is a violation. For a composed schema, only
 * the whole is closed.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example: _, ...rest } = schema as Schema & { additionalProperties?: unknown };
  const properties = rest.properties && mapped(rest.properties, closed);
  const others = mapped(rest as Record<string, unknown>, (part, name) => (name === 'properties' ? part : closed(part)));
  const isClosed = properties !== undefined && rest.additionalProperties === undefined;
  return { ...others, ...(properties && { properties }), ...(isClosed && { unevaluatedProperties: false }) };
}

const mapped = <T>(object: Readonly<Record<string, T>>, change: (value: T, name: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

const ajv = new Ajv2020({ strict: false, allErrors: false, coerceTypes: false });
addFormats.default(ajv);
ajv.addFormat('iri', (text) => URL.canParse(text) && !/[\s\p{Cc}]/u.test(text));
// A UI hint: browsers mask the field while it is typed.
ajv.addFormat('password', true);

const ROOT = 'document';
ajv.addSchema({ $id: ROOT, components: closed(document.components) } as AnySchema);

const compiled = new Map<Schema, ValidateFunction>();

/** @returns the first violation of this schema, or null if the value is valid */
export function schemaViolation(schema: Schema, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${ROOT}#/components/`);
    validate = ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
  }
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  const more = error?.params.unevaluatedProperty ?? error?.params.additionalProperty;
  return `${error?.instancePath || 'the whole'} ${error?.message}${more === undefined ? '' : `: ${more}`}`;
}

export const PROBLEM: Schema = { $ref: '#/components/schemas/ProblemDto' };

const headersOfAll = (document.components as OpenApi['components'] & { headers?: Record<string, { schema?: Schema }> })
  .headers;

/** The documented headers of a response. */
export function headersOf({ operation: { responses } }: Operation, status: number): Map<string, Schema> {
  const headers = (responses[status]?.headers ?? {}) as Record<string, { $ref?: string; schema?: Schema }>;
  return new Map(
    Object.entries(headers).map(([name, header]) => {
      const found = header.$ref ? headersOfAll?.[header.$ref.split('/').at(-1) ?? ''] : header;
      return [name.toLowerCase(), found?.schema ?? {}];
    }),
  );
}

/** The schema of an operation's JSON body; null if it takes none. */
export const bodyOf = ({ operation: { requestBody } }: Operation): Schema | null =>
  requestBody?.content['application/json']?.schema ?? null;
