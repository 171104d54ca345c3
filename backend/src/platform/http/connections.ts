import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from './client-address.js';
import { rejectUnreadable } from './problem.filter.js';

const uploads = new WeakSet<IncomingMessage>();

/** Exempts an upload from the time limit until there is a response. */
export const mayTakeLong = (request: IncomingMessage): void => {
  uploads.add(request);
};

/**
 * Closes connections whose body does not arrive in time. Node's own timeout ends with the response, and a cached or
 * error response can be sent before the body has arrived.
 */
export function limitBodies(server: Server, requestMs: number): void {
  // First, because other listeners may respond at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return; // no body
    const timers = [setTimeout(() => abortTimedOut(request, response), requestMs).unref()];
    response.once('finish', () => {
      if (!request.complete) timers.push(setTimeout(() => closeIncomplete(request), requestMs).unref());
    });
    request.once('close', () => timers.forEach(clearTimeout));
  });
}

/** Answers 408. If there is a response already, only closes the connection. */
function abortTimedOut(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) closeIncomplete(request);
  if (request.complete || response.headersSent || uploads.has(request)) return;
  response.statusCode = 408; // for the log: the response is written to the socket
  rejectUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
}

function closeIncomplete(request: IncomingMessage): void {
  if (!request.complete) request.socket.destroy();
}

/** Closes new connections of an IPv4 address or IPv6 network that has reached the limit. */
export function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined) return; // already closed
    const address = clientAddress(undefined, peer);
    const count = open.get(address) ?? 0;
    if (count >= perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
