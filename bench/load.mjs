// The load generator: a separate process that takes orders as messages and returns latencies and throughput.
import autocannon from 'autocannon';

/**
 * @typedef {object} Order
 * @property {string} url origin of the server
 * @property {number} connections keep-alive connections, each with one request in flight
 * @property {number} seconds duration, unless `requests` is set
 * @property {number} [requests]
 * @property {readonly string[]} [paths] to request; each connection starts at a different place in the list
 * @property {Record<string, string>} [headers] sent with the paths
 * @property {{ path: string, body: object, batch: string }} [submission] sent with a new batch ID each time
 *
 * @typedef {object} LoadResult
 * @property {number} responses
 * @property {number} perSecond
 * @property {number} p50 milliseconds, like the other percentiles
 * @property {number} p95
 * @property {number} p99
 * @property {Record<string, number>} failed counts of error statuses, broken connections, and connections without a response
 */

/** After this many requests, a connection starts over. */
const REQUESTS_PER_CONNECTION = 1_000;

let submissions = 0;

const postRequest = ({ path, body, batch }) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  setupRequest: (request) => {
    submissions += 1;
    return { ...request, body: JSON.stringify({ ...body, batchId: `${batch}-${submissions}` }) };
  },
});

function getRequests({ paths, headers, connections }, connection) {
  const first = Math.floor((paths.length * connection) / connections);
  const length = Math.min(paths.length, REQUESTS_PER_CONNECTION);
  return Array.from({ length }, (_, i) => ({ method: 'GET', path: paths[(first + i) % paths.length], headers }));
}

/** @param {Order} order @returns {Promise<LoadResult>} */
async function runLoad(order) {
  const { url, connections, seconds, requests, submission } = order;
  const times = [];
  const failed = {};
  let connection = 0;
  let startedAt = 0;
  let endedAt = 0;
  const run = autocannon({
    url,
    connections,
    ...(requests ? { amount: requests } : { duration: seconds }),
    sampleInt: 50,
    setupClient(client) {
      client.setRequests(submission ? [postRequest(submission)] : getRequests(order, connection));
      connection += 1;
    },
  });
  run.on('start', () => {
    startedAt = performance.now();
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    endedAt = performance.now();
    if (status >= 300) failed[status] = (failed[status] ?? 0) + 1;
  });
  const { errors } = await run;
  if (errors > 0) failed.connections = errors;
  if (times.length === 0) failed.noResponse = connections;
  times.sort((a, b) => a - b);
  const percentile = (share) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
  const perSecond = times.length === 0 ? 0 : (times.length * 1000) / (endedAt - startedAt);
  return {
    responses: times.length,
    perSecond,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    failed,
  };
}

process.on('message', (order) => {
  runLoad(order).then(
    (result) => process.send(result),
    (error) => process.send({ error: error.message }),
  );
});
