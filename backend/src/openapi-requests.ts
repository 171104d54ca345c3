import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-operations.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  additionalProperties?: unknown;
}

/**
 * Says of every object in a JSON body that it has no other members, because the validation refuses them
 * (`platform/http/validation.ts`). What we send as webhooks stays open: it may get more.
 */
export function withClosedBodies(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const close = (schema: Schema): void => {
    const named = schemas[schema.$ref?.split('/').at(-1) ?? ''];
    const { properties = {}, items, allOf = [] } = schema;
    const isOpen = schema.properties !== undefined && schema.additionalProperties === undefined;
    if (isOpen) schema.additionalProperties = false;
    for (const part of [named, items, ...allOf, ...Object.values(properties)]) if (part) close(part);
  };
  for (const { isWebhook, operation } of operationsOf(document)) {
    const { requestBody } = operation;
    if (isWebhook || !requestBody || '$ref' in requestBody) continue;
    const { schema } = requestBody.content['application/json'] ?? {};
    if (schema) close(schema as Schema);
  }
  return document;
}
