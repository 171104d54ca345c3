import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { listCoas, submitCoa, subscribe } from '../../../frontend/src/api/generated/sdk.gen.js';
import { freePort } from '../support/server-process.js';
import { asAdmin } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aSubmission, sql } from './api-helpers.js';

const ROOT = join(import.meta.dirname, '../../..');

let server: TestServer;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  // Nothing listens on that port: sending mail fails and is retried.
  const mail = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'mail@clearbatch.example' };
  server = await startServer({ METRICS_PORT: String(port), INSTANCE_NAME: 'one', DATABASE_POOL_MAX: '7', ...mail });
});
afterAll(() => server?.stop());

/** All samples with their labels, e.g. `clearbatch_jobs_running{queue="mail"}`. */
async function samples(): Promise<Map<string, number>> {
  const lines = (await text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const text = async () => (await fetch(metricsUrl)).text();
const figure = async (name: string) => (await samples()).get(name);
const counted = (method: string, route: string, status: number) =>
  figure(`clearbatch_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);

describe('metrics', () => {
  it('have a separate port and are not public', async () => {
    expect((await fetch(metricsUrl)).status).toBe(200);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('clearbatch_build_info');
  });

  it('count requests by method, route template and status, including cached responses', async () => {
    const before = (await counted('GET', '/api/coa', 200)) ?? 0;
    for (let n = 0; n < 3; n += 1) await listCoas({ client: server.client(), throwOnError: true });
    await listCoas({ client: server.client(), query: { limit: 'many' as never } });
    expect(await counted('GET', '/api/coa', 200)).toBe(before + 3);
    expect(await counted('GET', '/api/coa', 400)).toBe(1);
    const { hit = 0, miss = 0 } = await lookedUp();
    expect(miss).toBeGreaterThan(0);
    expect(hit).toBeGreaterThan(0);
  });

  it('have one label for all unknown paths', async () => {
    const before = (await samples()).size;
    for (let n = 0; n < 50; n += 1) {
      await fetch(`${server.url}/api/nothing-${n}/robin@private.example`, { method: 'POST' });
    }
    expect(await counted('POST', 'none', 404)).toBe(50);
    expect((await samples()).size - before).toBeLessThan(100); // 50 histograms would be 750
  });

  it('contain nothing from requests', async () => {
    const email = 'robin@private.example';
    const headers = { 'user-agent': email, 'x-request-id': 'secret-request', cookie: 'staff_session=secret-cookie' };
    await fetch(`${server.url}/api/coa/secret-batch?search=secret-search`, { headers });
    await subscribe({ client: server.client(), body: { email, source: 'secret-source' } });
    expect(await text()).not.toMatch(/secret|private\.example/);
  });

  it('show waiting mail and the results of sending', async () => {
    await subscribe({ client: server.client(), body: { email: 'pat@mail.example' } });
    await until(
      'it was tried',
      async () => ((await figure('clearbatch_jobs_total{queue="mail",result="failed"}')) ?? 0) > 0,
    );
    expect(await figure('clearbatch_queue_waiting{queue="mail"}')).toBeGreaterThan(0);
    const dead = (await figure('clearbatch_queue_dead{queue="mail"}')) ?? Number.NaN;
    await sql(server, `UPDATE mail_outbox SET state = 'dead', "finishedAt" = now() WHERE state = 'waiting'`);
    expect(await figure('clearbatch_queue_dead{queue="mail"}')).toBeGreaterThan(dead);
    expect(await figure('clearbatch_queue_waiting{queue="mail"}')).toBe(0);
    expect(await figure('clearbatch_queue_oldest_due_seconds{queue="mail"}')).toBe(0);
  });

  it('show how long the oldest job has been due', async () => {
    await sql(
      server,
      `INSERT INTO mail_outbox (kind, payload, "createdAt", "nextAttemptAt", "leasedUntil")
       VALUES ('unknown.kind', '{}', now(), now() - interval '2 hours', now() + interval '1 hour')`,
    );
    expect(await figure('clearbatch_queue_oldest_due_seconds{queue="mail"}')).toBeGreaterThanOrEqual(7_200);
    await sql(server, `DELETE FROM mail_outbox WHERE kind = 'unknown.kind'`);
  });

  it('show waiting and overdue reviews', async () => {
    for (let n = 0; n < 3; n += 1) {
      await submitCoa({ client: server.client(), body: aSubmission(), throwOnError: true });
    }
    await sql(
      server,
      `UPDATE coa_data SET "dueOn" = '2020-01-02', "createdAt" = now() - interval '3 days'
        WHERE id = (SELECT id FROM coa_data WHERE "submissionStatus" = 'pending' LIMIT 1)`,
    );
    expect(await figure('clearbatch_review_waiting')).toBe(3);
    expect(await figure('clearbatch_review_overdue')).toBe(1);
    expect(await figure('clearbatch_review_oldest_seconds')).toBeGreaterThanOrEqual(3 * 86_400);
  });

  it('show busy, idle and waiting pool connections', async () => {
    const [used, idle, waiting, max] = [
      'connections{pool="primary",state="used"}',
      'connections{pool="primary",state="idle"}',
      'waiting{pool="primary"}',
      'max{pool="primary"}',
    ];
    // From one answer: between two, the only connection can change from used to idle or back.
    const shown = await samples();
    const pool = (name = '') => shown.get(`clearbatch_database_pool_${name}`) ?? Number.NaN;
    expect(pool(max)).toBe(7);
    expect(pool(waiting)).toBe(0);
    expect(pool(used) + pool(idle)).toBeGreaterThan(0);
    expect(shown.get('clearbatch_database_server_connections')).toBeGreaterThan(0);
  });

  it('omit database metrics during an outage, and have them afterwards', async () => {
    const name = new URL(server.database.url).pathname.slice(1);
    const errors = 'clearbatch_database_pool_errors_total{pool="primary"}';
    const before = (await figure(errors)) ?? Number.NaN;
    await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    try {
      await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      await until('every source is reported down, and the lost connections are counted', async () => {
        const now = await samples();
        const up = [...now].filter(([sample]) => sample.startsWith('clearbatch_source_up'));
        return up.length === 7 && up.every(([, value]) => value === 0) && (now.get(errors) ?? 0) > before;
      });
      const shown = await samples();
      expect([...shown.keys()].filter((sample) => /_(review|queue_waiting|queue_dead|server)/.test(sample))).toEqual(
        [],
      );
      expect(shown.get('clearbatch_listener_up')).toBe(0);
      expect(shown.get('process_resident_memory_bytes')).toBeGreaterThan(0);
      const { status } = await fetch(`${server.url}/health/ready`);
      expect(status).toBe(503);
      expect(await counted('GET', '/health/ready', 503)).toBe(1);
    } finally {
      await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    await until('the listener is connected again', async () => (await figure('clearbatch_listener_up')) === 1);
    expect(await figure('clearbatch_review_waiting')).toBe(3);
    expect(await figure('clearbatch_source_up{source="review"}')).toBe(1);
  });
});

it('metrics have labels for each replica, with infinite lag for a broken one', async () => {
  const port = await freePort();
  const replica = { DATABASE_REPLICA_URLS: process.env.TEST_PG_URL ?? '' };
  const another = await startServer({ METRICS_PORT: String(port), DATABASE_POOL_MAX: '7', ...replica });
  try {
    const shown = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(shown).toContain('clearbatch_replica_behind_seconds{pool="replica-1"} +Inf');
    expect(shown).toContain('clearbatch_database_pool_max{pool="replica-1"} 7');
  } finally {
    await another.stop();
  }
});

async function lookedUp(): Promise<Record<string, number>> {
  const all = await samples();
  const of = (result: string) => all.get(`clearbatch_cache_requests_total{result="${result}"}`) ?? 0;
  return { hit: of('hit'), miss: of('miss') };
}

/** Type and labels of each metric, as exposed. */
async function shownMetrics(): Promise<Map<string, { kind: string; help: string; labels: readonly string[] }>> {
  const output = await text();
  const found = new Map<string, { kind: string; help: string; labels: readonly string[] }>();
  for (const [, name = '', help = '', kind = ''] of output.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)) {
    const sample = new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'm').exec(output)?.[1] ?? '';
    found.set(name, { kind, help, labels: [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label) });
  }
  return found;
}

/** Metric names in a query, with the labels it filters and groups by. */
function askedFor(query: string): { names: string[]; labels: string[] } {
  const plain = query.replace(/"[^"]*"/g, '""');
  const names = [...plain.matchAll(/\b(?:clearbatch|nodejs|process)_\w+/g)].map(([name]) => name);
  const chosen = [...plain.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label = '']) => label);
  const grouped = [...plain.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/\s*,\s*/));
  return { names, labels: [...chosen, ...grouped] };
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Panel {
  readonly title: string;
  /** Of all its queries; a row of panels has none. */
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rules = () =>
  (parse(read('ops/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const panels = () => (JSON.parse(read('ops/grafana/dashboard.json')) as { panels: Panel[] }).panels;

describe('files for operators', () => {
  it('docs describe every metric correctly', async () => {
    const rows = [...(await shownMetrics())]
      .filter(([name]) => name.startsWith('clearbatch_'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { kind, help, labels }]) => {
        const own = labels.filter((label) => label !== 'le').map((label) => `\`${label}\``);
        return `| \`${name}\` | ${kind} | ${own.join(', ')} | ${help} |`;
      });
    const documented = read('docs/operations.md')
      .split('\n')
      .filter((line) => line.startsWith('| `clearbatch_'));
    expect(documented).toEqual(rows);
  });

  it.each(['the alerts', 'the dashboard'])('%s uses existing metrics and labels only', async (what) => {
    const shown = await shownMetrics();
    const queries =
      what === 'the alerts'
        ? rules().map(({ expr }) => expr)
        : panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries) {
      const { names, labels } = askedFor(query);
      const known = names.map((name) => shown.get(name) ?? shown.get(name.replace(/_(bucket|sum|count)$/, '')));
      const missing = names.filter((_, index) => known[index] === undefined);
      // Prometheus adds this one: the scrape target.
      const possible = new Set(['le', 'job', 'instance', ...known.flatMap((found) => found?.labels ?? [])]);
      expect({ query, missing, odd: labels.filter((label) => !possible.has(label)) }).toEqual({
        query,
        missing: [],
        odd: [],
      });
    }
  });

  it('define six alerts, each with a section on what to do first', () => {
    const document = read('docs/operations.md');
    expect(rules()).toHaveLength(6);
    for (const { alert, annotations } of rules()) {
      expect(document).toContain(`**${alert}**`);
      expect(annotations.summary.length).toBeGreaterThan(20);
      expect(annotations.runbook).toBe('docs/operations.md#the-six-alerts');
    }
  });

  it('connect Prometheus, its rules and the dashboard', () => {
    const prometheus = parse(read('ops/prometheus/prometheus.yml'));
    expect(prometheus.rule_files).toEqual(['/etc/prometheus/alerts.yml']);
    const { services } = parse(read('docker-compose.yml'));
    const [{ dns_sd_configs: found }] = prometheus.scrape_configs;
    expect(found).toEqual([{ names: ['app'], type: 'A', port: Number(services.app.environment.METRICS_PORT) }]);
    expect(services.prometheus.profiles).toEqual(['observability']);
    expect(services.grafana.profiles).toEqual(['observability']);
    const published = (services.app.ports as string[]).join(' ');
    expect(published).not.toContain(String(services.app.environment.METRICS_PORT));
    const [source] = parse(read('ops/grafana/provisioning/datasources/prometheus.yml')).datasources;
    expect(source.url).toBe('http://prometheus:9090');
    for (const { title, targets, datasource } of panels()) {
      if (targets) expect({ title, uid: datasource?.uid }).toEqual({ title, uid: source.uid });
    }
  });
});
