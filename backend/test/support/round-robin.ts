import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A round-robin load balancer. It skips a server that refuses the connection. If a server drops the connection, the
 * response is 502, because the request may have been processed.
 */
export class RoundRobin {
  private turn = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((incoming, response) => void this.handle(incoming, response));

  constructor(private readonly targets: readonly string[]) {}

  /** @returns its URL */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (const _ of this.targets) {
      this.turn = (this.turn + 1) % this.targets.length;
      const error = await this.forward(this.targets[this.turn] ?? '', incoming, body, response);
      if (!error) return;
      if (error.code !== 'ECONNREFUSED') break;
    }
    response.writeHead(502).end();
  }

  private forward(
    target: string,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<NodeJS.ErrnoException | null> {
    return new Promise((resolve) => {
      const outgoing = request(new URL(url ?? '/', target), { method, headers, agent: this.agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response).on('close', () => resolve(null));
      });
      outgoing.on('error', (error) => (response.headersSent ? response.destroy() : resolve(error)));
      outgoing.end(body);
    });
  }
}
