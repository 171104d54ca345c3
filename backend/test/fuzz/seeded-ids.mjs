// Load this before a server with `--import`. Every id that it makes follows from SEEDED_IDS, the path of the request that
// came last, how many came to that path before, and how many ids it made since. Requests come one at a time, and background
// work ends before the next one, so two runs make the same ids, however often each asks whether something is done.
import crypto, { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';

const requests = new Map();
let last = 'none';
let made = 0;

/** Tokens are different in every run. */
const pathOf = (url) => url.split('?', 1)[0].replaceAll(/[\w.~-]{30,}/g, '*');

subscribe('http.server.request.start', ({ request: { method, url } }) => {
  const path = `${method} ${pathOf(url)}`;
  const count = (requests.get(path) ?? 0) + 1;
  requests.set(path, count);
  last = `${path} ${count}`;
  made = 0;
});

crypto.randomUUID = () => {
  made += 1;
  const digest = createHash('sha256').update(`${process.env.SEEDED_IDS} ${last} ${made}`).digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digest);
  return `${a}-${b}-4${c}-a${d}-${e}`;
};
syncBuiltinESMExports();
