import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** All operations of a document, including its webhooks. */
export function* operationsOf({ paths, webhooks = {} }: OpenAPIObject): Generator<{
  readonly path: string;
  readonly isWebhook: boolean;
  readonly isGet: boolean;
  readonly operation: Operation;
}> {
  for (const [group, isWebhook] of [[paths, false] as const, [webhooks, true] as const]) {
    for (const [path, { get, post, put, delete: remove }] of Object.entries(group)) {
      for (const operation of [get, post, put, remove])
        if (operation) yield { path, isWebhook, isGet: operation === get, operation };
    }
  }
}
