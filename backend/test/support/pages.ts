import { request } from 'node:http';
import type { TestServer } from './test-server.js';

/** A page as a browser gets it. */
export async function pageOf({ url }: Pick<TestServer, 'url'>, path: string, cookie = '') {
  const response = await fetch(url + path, { headers: { cookie } });
  return { response, html: await response.text() };
}

/** Sends the raw path: `fetch` and `URL` normalize it, attackers do not. */
export const rawPageOf = ({ url }: Pick<TestServer, 'url'>, path: string) =>
  new Promise<{ status: number; html: string }>((resolve, reject) => {
    const sent = request(url, { path }, (response) => {
      let html = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        html += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, html }));
    });
    sent.on('error', reject).end();
  });
