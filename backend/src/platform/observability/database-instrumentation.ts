import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Span } from '@opentelemetry/api';
import type { ClientBase, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from '../database/errors.js';
import { type Replica, Replicas } from '../database/replicas.js';
import type { MetricDefinitions, Sample } from './prometheus-metrics.js';
import { sanitizeSql } from './sanitize-sql.js';
import { Telemetry } from './telemetry.js';
import type { Tracing } from './tracing.js';

const POOL: MetricDefinitions = {
  clearbatch_database_pool_connections: {
    kind: 'gauge',
    help: 'Database connections of this process, by whether they are in use',
    labels: ['pool', 'state'],
  },
  clearbatch_database_pool_max: {
    kind: 'gauge',
    help: 'Maximum connections of this process',
    labels: ['pool'],
  },
  clearbatch_database_pool_waiting: {
    kind: 'gauge',
    help: 'Requests waiting for a connection because all are in use',
    labels: ['pool'],
  },
  clearbatch_database_pool_errors_total: {
    kind: 'counter',
    help: 'Times that no connection was available: none became free in time, or the database accepted none',
    labels: ['pool'],
  },
};

const REPLICA: MetricDefinitions = {
  clearbatch_replica_behind_seconds: {
    kind: 'gauge',
    help: 'How far a replica may be behind; infinite while it does not respond',
    labels: ['pool'],
  },
};

const SERVER: MetricDefinitions = {
  clearbatch_database_server_connections: { kind: 'gauge', help: 'All connections to the database server' },
  clearbatch_database_server_connections_max: { kind: 'gauge', help: 'Maximum connections of the database server' },
};

/** Reports the connection pools as metrics, and the statements of requests and jobs as spans. */
@Injectable()
export class DatabaseInstrumentation implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: Replicas,
    private readonly telemetry: Telemetry,
  ) {}

  onModuleInit(): void {
    const { metrics, tracing } = this.telemetry;
    if (!metrics && !tracing) return;
    // Not part of TypeORM's public API.
    const { master } = this.database.driver as unknown as { master: Pool };
    this.instrumentPool('primary', master);
    for (const [index, replica] of this.replicas.all.entries()) this.instrumentReplica(`replica-${index + 1}`, replica);
    metrics?.registerQueried('database', SERVER, () => this.serverConnections());
  }

  private instrumentReplica(name: string, replica: Replica): void {
    this.instrumentPool(name, replica.pool);
    this.telemetry.metrics?.registerLocal(REPLICA, () => [
      {
        metric: 'clearbatch_replica_behind_seconds',
        value: (performance.now() - replica.freshAsOf) / 1000,
        labels: { pool: name },
      },
    ]);
  }

  private instrumentPool(name: string, pool: Pool): void {
    const { metrics, tracing } = this.telemetry;
    if (tracing) traceStatements(pool, tracing);
    if (!metrics) return;
    const errors = countErrors(pool);
    metrics.registerLocal(POOL, () => poolSamples(name, pool, errors()));
  }

  private async serverConnections(): Promise<Sample[]> {
    const [row] = await this.database.query<{ open: number; max: number }[]>(
      `SELECT (SELECT sum(numbackends) FROM pg_stat_database)::int AS open, current_setting('max_connections')::int AS max`,
    );
    return [
      { metric: 'clearbatch_database_server_connections', value: row?.open ?? 0 },
      { metric: 'clearbatch_database_server_connections_max', value: row?.max ?? 0 },
    ];
  }
}

function poolSamples(pool: string, { totalCount, idleCount, waitingCount, options }: Pool, errors: number): Sample[] {
  return [
    { metric: 'clearbatch_database_pool_connections', value: totalCount - idleCount, labels: { pool, state: 'used' } },
    { metric: 'clearbatch_database_pool_connections', value: idleCount, labels: { pool, state: 'idle' } },
    { metric: 'clearbatch_database_pool_max', value: options.max, labels: { pool } },
    { metric: 'clearbatch_database_pool_waiting', value: waitingCount, labels: { pool } },
    { metric: 'clearbatch_database_pool_errors_total', value: errors, labels: { pool } },
  ];
}

type Connected = Parameters<Pool['connect']>[0];

/** The pool emits no event for a failed `connect`, so both of its forms are wrapped. @returns the count so far */
function countErrors(pool: Pool): () => number {
  let errors = 0;
  const connect = pool.connect.bind(pool);
  const counting = (callback?: Connected) => {
    if (callback) {
      return connect((error, client, release) => {
        if (error) errors += 1;
        callback(error, client, release);
      });
    }
    return connect().catch((error: unknown) => {
      errors += 1;
      throw error;
    });
  };
  pool.connect = counting as Pool['connect'];
  return () => errors;
}

/** Creates a span for each statement that is sent within a recorded request or job. */
function traceStatements(pool: Pool, tracing: Tracing): void {
  const instrumented = new WeakSet<ClientBase>();
  pool.on('acquire', (client) => {
    if (instrumented.has(client)) return;
    instrumented.add(client);
    client.query = traced(client.query.bind(client) as Query, tracing) as ClientBase['query'];
  });
}

type Query = (...parameters: unknown[]) => unknown;

function traced(query: Query, tracing: Tracing): Query {
  return (...parameters) => {
    const span = startStatementSpan(tracing, parameters[0]);
    if (!span) return query(...parameters);
    const end = (error?: unknown) => {
      if (error) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR }).setAttributes(errorAttributes(error));
      span.end();
    };
    const last = parameters.length - 1;
    const callback = parameters[last];
    if (typeof callback === 'function') {
      parameters[last] = (error: unknown, result: unknown) => {
        end(error);
        callback(error, result);
      };
      return query(...parameters);
    }
    const result = query(...parameters) as Promise<unknown>;
    result.then(() => end(), end);
    return result;
  };
}

/** @returns null outside of a recorded span: a statement alone would say nothing, and workers poll all the time */
function startStatementSpan({ api, tracer }: Tracing, query: unknown): Span | null {
  const text = textOf(query);
  if (text === null || !api.trace.getActiveSpan()?.isRecording()) return null;
  const { name, attributes } = sanitizeSql(text);
  return tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes });
}

/** @returns null for an object that submits itself, such as a cursor */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return null;
  return 'text' in query && typeof query.text === 'string' ? query.text : null;
}

/** Only the code: the message can contain values. */
function errorAttributes(error: unknown) {
  const code = (error as { code?: unknown }).code;
  const type = typeof code === 'string' ? code : isDatabaseUnavailable(error) ? 'unavailable' : 'error';
  return { 'error.type': type };
}
