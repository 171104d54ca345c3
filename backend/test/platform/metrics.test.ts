import { request } from 'node:http';
import { serveMetrics } from '../../src/platform/observability/metrics-server.js';
import { type MetricDefinitions, PrometheusMetrics } from '../../src/platform/observability/prometheus-metrics.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { freePort } from '../support/server-process.js';

const DEPTH: MetricDefinitions = { depth: { kind: 'gauge', help: 'How deep it is' } };
const TALLY: MetricDefinitions = { tally_total: { kind: 'counter', help: 'How often', labels: ['by'] } };

/** The samples of one metric, without comments. */
const linesOf = (text: string, figure: string) => text.split('\n').filter((line) => line.startsWith(figure));

describe('metrics', () => {
  it('are collected on each scrape', async () => {
    const metrics = new PrometheusMetrics(null, HANGS_AFTER_MS);
    let depth = 3;
    metrics.registerLocal(DEPTH, () => [{ metric: 'depth', value: depth }]);
    expect(linesOf(await metrics.text(), 'depth')).toEqual(['depth 3']);
    depth = 2;
    expect(linesOf(await metrics.text(), 'depth')).toEqual(['depth 2']);
  });

  it('can have several collectors with different labels', async () => {
    const metrics = new PrometheusMetrics(null, HANGS_AFTER_MS);
    for (const by of ['one', 'two'])
      metrics.registerLocal(TALLY, () => [{ metric: 'tally_total', value: 7, labels: { by } }]);
    await metrics.text();
    expect(linesOf(await metrics.text(), 'tally_total')).toEqual([
      'tally_total{by="one"} 7',
      'tally_total{by="two"} 7',
    ]);
  });

  it('that the database cannot provide are omitted, and a metric says so', async () => {
    const metrics = new PrometheusMetrics(null, HANGS_AFTER_MS);
    metrics.registerLocal(TALLY, () => [{ metric: 'tally_total', value: 7, labels: { by: 'one' } }]);
    let isDown = false;
    metrics.registerQueried('well', DEPTH, async () => {
      if (isDown) throw new Error('no database');
      return [{ metric: 'depth', value: 3 }];
    });
    expect(linesOf(await metrics.text(), 'depth')).toEqual(['depth 3']);
    isDown = true;
    const text = await metrics.text();
    expect(linesOf(text, 'depth')).toEqual([]); // not 0, and not the previous value
    expect(linesOf(text, 'clearbatch_source_up')).toEqual(['clearbatch_source_up{source="well"} 0']);
    expect(linesOf(text, 'tally_total')).toEqual(['tally_total{by="one"} 7']);
    isDown = false;
    expect(linesOf(await metrics.text(), 'depth')).toEqual(['depth 3']);
  });

  it('that the database provides slowly are not awaited, and not queried again meanwhile', async () => {
    const metrics = new PrometheusMetrics(null, 20);
    let queries = 0;
    let answer: (readings: []) => void = () => {};
    metrics.registerQueried('well', DEPTH, () => {
      queries += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    for (let look = 0; look < 3; look += 1) {
      expect(linesOf(await metrics.text(), 'clearbatch_source_up')).toEqual(['clearbatch_source_up{source="well"} 0']);
    }
    expect(queries).toBe(1);
    answer([]);
    await new Promise(setImmediate);
    await metrics.text();
    expect(queries).toBe(2);
  });

  it('are collected once for concurrent scrapes', async () => {
    const metrics = new PrometheusMetrics(null, HANGS_AFTER_MS);
    let queries = 0;
    metrics.registerQueried('well', DEPTH, async () => {
      queries += 1;
      return [{ metric: 'depth', value: queries }];
    });
    const texts = await Promise.all([1, 2, 3].map(() => metrics.text()));
    expect(queries).toBe(1);
    expect(texts.map((text) => linesOf(text, 'depth'))).toEqual([['depth 1'], ['depth 1'], ['depth 1']]);
  });

  it('of requests have no label that a client can choose', async () => {
    const metrics = new PrometheusMetrics(null, HANGS_AFTER_MS);
    for (const method of ['GET', 'BREW', 'PROPFIND'])
      metrics.observeRequest({ method, route: null, status: 404 }, 0.01);
    const counts = linesOf(await metrics.text(), 'clearbatch_http_request_duration_seconds_count');
    expect(counts).toEqual([
      'clearbatch_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'clearbatch_http_request_duration_seconds_count{method="other",route="none",status="404"} 2',
    ]);
  });
});

describe('the metrics port', () => {
  it('serves metrics only, until it is closed', async () => {
    const port = await freePort();
    const close = await serveMetrics(new PrometheusMetrics('one', HANGS_AFTER_MS), port, '127.0.0.1');
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toMatch(/clearbatch_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",instance_name="one"\} 1/);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(404);
    await close();
    await expect(ask('/metrics')).rejects.toThrow();
  });

  it('closes even with an open keep-alive connection', async () => {
    const port = await freePort();
    const close = await serveMetrics(new PrometheusMetrics(null, HANGS_AFTER_MS), port, '127.0.0.1');
    const silent = request({ port, host: '127.0.0.1', method: 'POST', path: '/' }).on('error', () => {});
    await new Promise((resolve) => silent.once('socket', (socket) => socket.once('connect', resolve)));
    await close();
  });

  it('in use by another process leads to an error that says what to do', async () => {
    const port = await freePort();
    const close = await serveMetrics(new PrometheusMetrics(null, HANGS_AFTER_MS), port, '127.0.0.1');
    const second = serveMetrics(new PrometheusMetrics(null, HANGS_AFTER_MS), port, '127.0.0.1');
    const sentence = `Port ${port} for the metrics is taken. Choose another: METRICS_PORT=${port + 1}`;
    await expect(second).rejects.toThrow(sentence);
    await close();
  });
});
