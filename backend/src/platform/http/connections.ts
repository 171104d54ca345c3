import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from './client-address.js';
import { rejectUnreadable } from './problem.filter.js';

const uploads = new WeakSet<IncomingMessage>();

/** A file of lines may take longer to arrive than other bodies, as long as it has no response yet. */
export const mayTakeLong = (request: IncomingMessage): void => {
  uploads.add(request);
};

/**
 * Closes connections whose body does not arrive in time. Node stops counting once there is an answer, and waits for the
 * rest as long as something comes: an answer from memory, or a refusal, is given before the body is there.
 */
export function limitBodies(server: Server, requestMs: number): void {
  // Before anything else, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return; // nothing follows
    const timers = [setTimeout(() => giveUp(request, response), requestMs).unref()];
    response.once('finish', () => {
      if (!request.complete) timers.push(setTimeout(() => closeIncomplete(request), requestMs).unref());
    });
    request.once('close', () => timers.forEach(clearTimeout));
  });
}

/** One answer for each request: where there is one already, the connection is closed and nothing more is said. */
function giveUp(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) closeIncomplete(request);
  if (request.complete || response.headersSent || uploads.has(request)) return;
  response.statusCode = 408; // for the log: the answer itself goes past it
  rejectUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
}

function closeIncomplete(request: IncomingMessage): void {
  if (!request.complete) request.socket.destroy();
}

/** Closes a connection at once when its address, or network of IPv6, has as many as it may. */
export function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined) return; // gone already
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
