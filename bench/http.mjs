// Requests one at a time, without what `fetch` adds to their time.
import { request } from 'node:http';

/**
 * @param {import('node:http').RequestOptions & { body?: string | Buffer }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, bytes: number }>} the bytes of the body
 * as they were sent
 */
export function send(url, { body, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (part) => {
        bytes += part.length;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
      response.once('error', reject);
    });
    sent.once('error', reject).end(body);
  });
}
