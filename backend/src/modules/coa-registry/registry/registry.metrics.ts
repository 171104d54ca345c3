import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { MetricDefinitions, Sample } from '../../../platform/observability/prometheus-metrics.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { COUNT_CAP, QUEUE_METRICS, type QueueRow, queueSamples } from '../../../platform/queue/queue.metrics.js';

const REVIEW: MetricDefinitions = {
  clearbatch_review_waiting: { kind: 'gauge', help: 'Certificates waiting for review, counted up to 100,000' },
  clearbatch_review_overdue: {
    kind: 'gauge',
    help: 'Waiting certificates whose review is overdue, counted up to 100,000',
  },
  clearbatch_review_oldest_seconds: {
    kind: 'gauge',
    help: 'When the oldest waiting submission was received; 0 when none is waiting',
  },
};

interface ReviewRow {
  readonly waiting: number;
  readonly overdue: number;
  readonly oldestSeconds: number | null;
}

/** Metrics of the review queue and of incomplete bulk uploads. */
@Injectable()
export class RegistryMetrics implements OnModuleInit {
  constructor(
    private readonly telemetry: Telemetry,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    const { metrics } = this.telemetry;
    metrics?.registerQueried('review', REVIEW, () => this.review());
    metrics?.registerQueried('bulk', QUEUE_METRICS, () => this.bulk());
  }

  private async review(): Promise<Sample[]> {
    const counted = (condition: string) =>
      `(SELECT count(*) FROM (SELECT 1 FROM coa_data WHERE ${condition} LIMIT $1) counted)::int`;
    const [row] = await this.database.query<ReviewRow[]>(
      `SELECT ${counted(`"submissionStatus" = 'pending'`)} AS "waiting",
              ${counted(`"submissionStatus" = 'pending' AND "dueOn" < (now() AT TIME ZONE 'UTC')::date`)} AS "overdue",
              (SELECT extract(epoch FROM now() - min("createdAt"))::float8
                 FROM coa_data WHERE "submissionStatus" = 'pending') AS "oldestSeconds"`,
      [COUNT_CAP],
    );
    return [
      { metric: 'clearbatch_review_waiting', value: row?.waiting ?? 0 },
      { metric: 'clearbatch_review_overdue', value: row?.overdue ?? 0 },
      { metric: 'clearbatch_review_oldest_seconds', value: Math.max(0, row?.oldestSeconds ?? 0) },
    ];
  }

  /** An incomplete upload is never due, because only the laboratory can continue it. */
  private async bulk(): Promise<Sample[]> {
    const [row] = await this.database.query<QueueRow[]>(
      `SELECT count(*)::int AS "waiting" FROM bulk_jobs WHERE "state" = 'open'`,
    );
    return row ? queueSamples('bulk', row) : [];
  }
}
