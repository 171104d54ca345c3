import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { documentForLabs } from '../../src/openapi-for-labs.js';

/** The parts of an OpenAPI 3.1 document that these tests use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  example?: unknown;
  enum?: unknown[];
  items?: Schema;
  additionalProperties?: unknown;
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
    responses?: Record<string, Operation['responses'][string]>;
    examples?: Record<string, { value: Record<string, unknown> }>;
  };
}

export const DOCUMENT_FILE = join(import.meta.dirname, '../../../openapi/openapi.json');

/** The committed document as it is. */
export const committedDocument = (): OpenApi => JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));

/** The part of it for labs, as it is. */
export const labsDocument = () =>
  documentForLabs(committedDocument() as unknown as OpenAPIObject) as unknown as OpenApi;

/** The committed document, with each shared response where operations refer to it. */
export const readDocument = (): OpenApi => withResponses(committedDocument());

/** The same of the part for labs. */
export const readLabsDocument = (): OpenApi => withResponses(labsDocument());

function withResponses(document: OpenApi): OpenApi {
  for (const { operation } of [...callsOf(document), ...webhooksOf(document)]) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = (response as { $ref?: string }).$ref?.split('/').at(-1);
      if (name !== undefined)
        operation.responses[status] = structuredClone(document.components.responses?.[name] ?? {});
    }
  }
  return document;
}

export interface Call {
  /** Method and path as written in the document. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const callsOf = (document: OpenApi): Call[] => listed(document.paths);

/** Webhooks we send; `path` is the event type. */
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

/** Resolves a reference, keeping its sibling keywords. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  return name === undefined ? schema : { ...document.components.schemas[name], ...schema };
}

/** The schema of an operation's JSON body; null if it takes none. */
export function bodySchema(document: OpenApi, { operation }: Call): Schema | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? resolved(document, schema) : null;
}

/** A valid body, built from the document's examples. */
export function exampleOf(document: OpenApi, schema: Schema): unknown {
  const { example, properties, items } = resolved(document, schema);
  if (example === undefined && items) return [exampleOf(document, items)];
  if (example !== undefined || !properties) return example;
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, exampleOf(document, of)]));
}

/** Required parameters, with the document's example values. */
export const requiredQueryOf = ({ operation: { parameters = [] } }: Call) =>
  new URLSearchParams(
    parameters.flatMap(({ in: place, name, required, schema, example }) =>
      place === 'query' && required ? [[name, String(example ?? schema?.example)]] : [],
    ),
  );
