// Puts load on a server and says how it bore it. A process of its own, told what to do by messages.
import autocannon from 'autocannon';

/**
 * @typedef {object} Order
 * @property {string} url origin of the server
 * @property {number} connections kept alive, one request at a time on each
 * @property {number} seconds how long, unless `requests` says how many
 * @property {number} [requests]
 * @property {readonly string[]} [paths] what to ask; each connection begins elsewhere in the list
 * @property {{ path: string, body: object, batch: string }} [submission] sent each time with a batch id of its own
 *
 * @typedef {object} Measured
 * @property {number} answers
 * @property {number} perSecond
 * @property {number} p50 milliseconds, as all of these
 * @property {number} p95
 * @property {number} p99
 * @property {Record<string, number>} failed answers that say so, by status, and connections that broke or got none
 */

/** A connection goes through so many requests before it begins again. */
const REQUESTS_OF_A_CONNECTION = 1_000;

let submissions = 0;

const sending = ({ path, body, batch }) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  setupRequest: (request) => {
    submissions += 1;
    return { ...request, body: JSON.stringify({ ...body, batchId: `${batch}-${submissions}` }) };
  },
});

function asking(paths, connection, connections) {
  const first = Math.floor((paths.length * connection) / connections);
  const length = Math.min(paths.length, REQUESTS_OF_A_CONNECTION);
  return Array.from({ length }, (_, i) => ({ method: 'GET', path: paths[(first + i) % paths.length] }));
}

/** @param {Order} order @returns {Promise<Measured>} */
async function measured({ url, connections, seconds, requests, paths, submission }) {
  const times = [];
  const failed = {};
  let connection = 0;
  let began = 0;
  let ended = 0;
  const run = autocannon({
    url,
    connections,
    ...(requests ? { amount: requests } : { duration: seconds }),
    sampleInt: 50,
    setupClient(client) {
      client.setRequests(submission ? [sending(submission)] : asking(paths, connection, connections));
      connection += 1;
    },
  });
  run.on('start', () => {
    began = performance.now();
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    ended = performance.now();
    if (status >= 300) failed[status] = (failed[status] ?? 0) + 1;
  });
  const { errors } = await run;
  if (errors > 0) failed.connections = errors;
  if (times.length === 0) failed.unanswered = connections;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
  const perSecond = times.length === 0 ? 0 : (times.length * 1000) / (ended - began);
  return { answers: times.length, perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed };
}

process.on('message', (order) => {
  measured(order).then(
    (result) => process.send(result),
    (error) => process.send({ error: error.message }),
  );
});
