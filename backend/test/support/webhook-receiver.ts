import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TEST_CERTIFICATE } from './test-certificate.js';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** A lab's server: takes down what it is sent and answers as the test says. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: Answer = answering(204);
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(isSecure: boolean) {
    const listener: RequestListener = (request, response) => this.take(request, response);
    this.server = isSecure ? createSecureServer(TEST_CERTIFICATE, listener) : createServer(listener);
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    });
    this.server.on('tlsClientError', () => {});
  }

  static async open({ isSecure = false } = {}): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(isSecure);
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/webhooks`;
  }

  /** The one request that came. */
  get only(): Received {
    const [only, ...others] = this.received;
    if (!only || others.length > 0) throw new Error(`${this.received.length} requests came`);
    return only;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    const received = {
      method,
      path,
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.received.push(received);
    this.answer(response, received);
  }
}
