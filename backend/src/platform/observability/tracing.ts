import type * as Api from '@opentelemetry/api';

/**
 * OpenTelemetry, loaded only when traces are on: everything else imports its types and gets its values from here.
 * Neither span names nor attributes hold anything about a person.
 */
export interface Tracing {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
}

/**
 * Runs work in a span; what it starts, also asynchronously, becomes part of the span.
 * @param hasFailed whether the result counts as a failure
 */
export function withSpan<T>(
  tracing: Tracing | null,
  { kind, name, attributes = {} }: { kind: 'CLIENT' | 'CONSUMER'; name: string; attributes?: Api.Attributes },
  work: () => Promise<T>,
  hasFailed: (result: T) => boolean = () => false,
): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  return tracer.startActiveSpan(name, { kind: api.SpanKind[kind], attributes }, async (span) => {
    let isFailure = true;
    try {
      const result = await work();
      isFailure = hasFailed(result);
      return result;
    } finally {
      if (isFailure) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    }
  });
}
