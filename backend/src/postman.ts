import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, operationsOf } from './openapi-operations.js';

/** Postman's format for collections. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

interface Value {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

type Parameter = Extract<NonNullable<Operation['parameters']>[number], { in: string }>;

/**
 * A Postman collection with every call of a document, in folders by tag, with its examples filled in. `baseUrl` and
 * `partnerKey` are variables of the collection.
 * @param baseUrl where the calls go unless the user changes the variable
 */
export function postmanCollection(document: OpenAPIObject, baseUrl: string): object {
  const operations = [...operationsOf(document)].filter(({ isWebhook }) => !isWebhook);
  const folders = (document.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    item: operations.filter(({ operation }) => operation.tags?.includes(name)).map(requestOf),
  }));
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{partnerKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'partnerKey', value: '', description: 'The key from us' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function requestOf({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'in' in one);
  const valuesIn = (place: string) => parameters.filter((one) => one.in === place).map(toValue);
  const body = bodyOf(operation);
  return {
    name: operation.summary ?? operation.operationId,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
      header: [...valuesIn('header'), ...(body ? [{ key: 'Content-Type', value: body.type }] : [])],
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: path
          .slice(1)
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .split('/'),
        query: valuesIn('query'),
        variable: valuesIn('path'),
      },
      ...(body && { body: body.content }),
    },
  };
}

/** Optional parameters are there, switched off. */
function toValue({ name, required = false, description = '', schema, example }: Parameter): Value {
  const ofSchema = schema && 'example' in schema ? schema.example : undefined;
  return { key: name, value: textOf(example ?? ofSchema), description, ...(!required && { disabled: true }) };
}

/** The first media type with its example; a PDF is a file to choose. */
function bodyOf({ requestBody }: Operation): { readonly type: string; readonly content: object } | null {
  if (!requestBody || !('content' in requestBody)) return null;
  const [first] = Object.entries(requestBody.content);
  if (!first) return null;
  const [type, { example, schema }] = first;
  if (type === 'application/pdf') return { type, content: { mode: 'file', file: {} } };
  const raw = textOf(example ?? (schema && 'example' in schema ? schema.example : ''));
  const language = type === 'application/json' ? 'json' : 'text';
  return { type, content: { mode: 'raw', raw, options: { raw: { language } } } };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');
