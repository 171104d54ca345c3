import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { Logger } from '@nestjs/common';
import type { PrometheusMetrics } from './prometheus-metrics.js';

const logger = new Logger('Metrics');

/**
 * Serves /metrics on a separate port, which must not be public.
 * @returns a function that closes the server
 * @throws Error with advice when the port cannot be opened
 */
export async function serveMetrics(
  metrics: PrometheusMetrics,
  port: number,
  host: string,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => respond(metrics, request, response));
  server.requestTimeout = 10_000;
  server.headersTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(listenError(code, port, host))));
    server.listen(port, host, resolve);
  });
  return async () => {
    const closed = promisify(server.close.bind(server))();
    server.closeAllConnections();
    await closed;
  };
}

const listenError = (code: string | undefined, port: number, host: string) =>
  code === 'EADDRINUSE'
    ? `Port ${port} for the metrics is taken. Choose another: METRICS_PORT=${port + 1}`
    : `The metrics can't be served at ${host}:${port} (${code}). Check METRICS_HOST and METRICS_PORT.`;

async function respond(metrics: PrometheusMetrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isMetricsRequest = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
  if (!isMetricsRequest) return plain(response, 404, 'The figures are at /metrics\n');
  try {
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    logger.error(`the figures could not be put together: ${error instanceof Error ? error.message : error}`);
    plain(response, 500, 'The figures could not be put together\n');
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
