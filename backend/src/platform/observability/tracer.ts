export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** Whether somebody asked us, we ask somebody, or we work on something that was queued. */
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** The header of somebody whom we believe which trace this belongs to (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}

/** A piece of work that is timed. */
export interface ActiveSpan {
  readonly traceId: string;
  /** What begins while this runs, also later and asynchronously, belongs to the span. */
  within<T>(work: () => T): T;
  end(result?: { readonly name?: string; readonly attributes?: Attributes; readonly hasFailed?: boolean }): void;
}

/** Records what the program spends its time on. Neither names nor attributes hold anything about a person. */
export abstract class Tracer {
  abstract readonly isEnabled: boolean;

  /** @returns null when nothing is recorded */
  abstract startSpan(name: string, start: SpanStart): ActiveSpan | null;

  /** The same, but only as a part of a span that is open: alone it would say nothing. */
  abstract startChildSpan(name: string, start: SpanStart): ActiveSpan | null;

  /** @param failed whether what the work came to counts as a failure */
  async withSpan<T>(
    name: string,
    start: SpanStart,
    work: () => Promise<T>,
    failed: (result: T) => boolean = () => false,
  ): Promise<T> {
    const span = this.startSpan(name, start);
    if (!span) return work();
    let hasFailed = true;
    try {
      const result = await span.within(work);
      hasFailed = failed(result);
      return result;
    } finally {
      span.end({ hasFailed });
    }
  }
}

export class NoTracer extends Tracer {
  readonly isEnabled = false;
  startSpan(): null {
    return null;
  }
  startChildSpan(): null {
    return null;
  }
}
