import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DOCUMENT_STATES } from '../../domain/shared/stored-document.js';
import type { MetricDefinitions, Sample } from '../../platform/observability/prometheus-metrics.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { QUEUE_METRICS, queueSamples } from '../../platform/queue/queue.metrics.js';

const DOCUMENTS: MetricDefinitions = {
  clearbatch_documents: { kind: 'gauge', help: 'Lab documents by state', labels: ['state'] },
  clearbatch_documents_bytes: { kind: 'gauge', help: 'Bytes of the lab documents that are kept' },
  clearbatch_documents_damaged: { kind: 'gauge', help: 'Documents whose stored bytes are missing or changed' },
};

interface StateRow {
  readonly state: string;
  readonly documents: number;
  readonly bytes: number;
  readonly damaged: number;
  readonly waiting: number;
  readonly oldestDueSeconds: number | null;
}

/** Metrics of the documents and of the queue of those to read. */
@Injectable()
export class DocumentMetrics implements OnModuleInit {
  constructor(
    private readonly telemetry: Telemetry,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    const { metrics } = this.telemetry;
    metrics?.registerQueried('documents', { ...QUEUE_METRICS, ...DOCUMENTS }, () => this.samples());
  }

  private async samples(): Promise<Sample[]> {
    const states = await this.database.query<StateRow[]>(
      `SELECT "state", count(*)::int AS "documents", sum("bytes")::float8 AS "bytes",
              count("damagedAt")::int AS "damaged", count("queuedAt")::int AS "waiting",
              extract(epoch FROM now() - min(greatest("queuedAt", "nextAttemptAt")) FILTER (WHERE "queuedAt" IS NOT NULL)
              )::float8 AS "oldestDueSeconds"
         FROM documents GROUP BY "state"`,
    );
    const of = (state: string) => states.find((row) => row.state === state);
    const kept = states.filter(({ state }) => state !== 'refused' && state !== 'removed');
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return [
      ...DOCUMENT_STATES.map((state) => ({
        metric: 'clearbatch_documents',
        value: of(state)?.documents ?? 0,
        labels: { state },
      })),
      { metric: 'clearbatch_documents_bytes', value: sum(kept.map(({ bytes }) => bytes)) },
      { metric: 'clearbatch_documents_damaged', value: sum(states.map(({ damaged }) => damaged)) },
      ...queueSamples('documents', {
        waiting: sum(states.map(({ waiting }) => waiting)),
        oldestDueSeconds: Math.max(0, ...states.map(({ oldestDueSeconds }) => oldestDueSeconds ?? 0)),
      }),
    ];
  }
}
