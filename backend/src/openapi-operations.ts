import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** All operations of a document, including its webhooks. */
export function* operationsOf({ paths, webhooks = {} }: OpenAPIObject): Generator<{
  readonly path: string;
  readonly isWebhook: boolean;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
}> {
  for (const [group, isWebhook] of [[paths, false] as const, [webhooks, true] as const]) {
    for (const [path, item] of Object.entries(group)) {
      for (const method of METHODS) {
        const operation = item[method];
        if (operation) yield { path, isWebhook, method, operation };
      }
    }
  }
}
