import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As much of an OpenAPI 3.1 document as these tests look at. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  example?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  minItems?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

export type Content = Record<string, Media>;

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content; headers?: Record<string, unknown> }>;
}

export interface OpenApi {
  openapi: string;
  tags?: { name: string; description?: string; externalDocs?: { url: string } }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  'x-tagGroups'?: { name: string; tags: string[] }[];
  components: {
    schemas: Record<string, Schema>;
    examples?: Record<string, { value: Record<string, unknown> }>;
  };
}

export const DOCUMENT_FILE = join(import.meta.dirname, '../../../openapi/openapi.json');

/** The committed document: what the world was told. */
export const readDocument = (): OpenApi => JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));

const LABS_DOCUMENT_FILE = join(import.meta.dirname, '../../../openapi/openapi-labs.json');

/** The part of it that laboratories work with. */
export const readLabsDocument = (): OpenApi => JSON.parse(readFileSync(LABS_DOCUMENT_FILE, 'utf8'));

export interface Call {
  /** Method and path as the document writes them. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const callsOf = (document: OpenApi): Call[] => listed(document.paths);

/** What we send; `path` is the type of the event. */
export const webhooksOf = ({ webhooks = {} }: OpenApi): Call[] => listed(webhooks);

const listed = (paths: OpenApi['paths']): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** The schema that is meant: what a reference names, with what is said beside it. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  return name === undefined ? schema : { ...document.components.schemas[name], ...schema };
}

/** The schema of the JSON that a call takes; null when it takes none. */
export function bodySchema(document: OpenApi, { operation }: Call): Schema | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? resolved(document, schema) : null;
}

/** What the document gives as examples, put together: a body that the call takes. */
export function exampleOf(document: OpenApi, schema: Schema): unknown {
  const { example, properties, items } = resolved(document, schema);
  if (example === undefined && items) return [exampleOf(document, items)];
  if (example !== undefined || !properties) return example;
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, exampleOf(document, of)]));
}

/** What a call cannot be asked without, as its examples have it. */
export const requiredQueryOf = ({ operation: { parameters = [] } }: Call) =>
  new URLSearchParams(
    parameters.flatMap(({ in: place, name, required, schema, example }) =>
      place === 'query' && required ? [[name, String(example ?? schema?.example)]] : [],
    ),
  );
