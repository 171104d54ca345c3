import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span, with attributes as an object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly name: string;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, string | number>>;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & WithAttributes)[] }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number>>;
}

interface WithAttributes {
  readonly attributes: readonly Attribute[];
}

/** An OpenTelemetry collector: OTLP as JSON over HTTP. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Resource attributes of the last sender. */
  sender: Readonly<Record<string, string | number>> = {};
  /** Raw bodies of all requests. */
  received = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url === '/v1/traces') this.take(body);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async open(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  childrenOf({ traceId, spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private take(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      this.sender = plain(resource);
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span) })));
    }
  }
}

const plain = ({ attributes }: WithAttributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
