import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COUNTED_AT_MOST, QUEUE_FIGURES, type QueueRow, queueReadings } from '../../platform/queue/queue.metrics.js';
import type { Figures, Reading } from '../../platform/observability/metrics.js';
import { Watch } from '../../platform/observability/telemetry.js';

const REVIEW: Figures = {
  clearbatch_review_waiting: { kind: 'gauge', help: 'Certificates that wait for review, counted up to 100,000' },
  clearbatch_review_overdue: {
    kind: 'gauge',
    help: 'Of them, those whose sender was promised a review before today, counted up to 100,000',
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

/** Shows how review keeps up, and which uploads of laboratories are not complete. */
@Injectable()
export class RegistryFigures implements OnModuleInit {
  constructor(
    private readonly watch: Watch,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    const { meters } = this.watch;
    meters.asked('review', REVIEW, () => this.review());
    meters.asked('bulk', QUEUE_FIGURES, () => this.bulk());
  }

  private async review(): Promise<Reading[]> {
    const counted = (condition: string) =>
      `(SELECT count(*) FROM (SELECT 1 FROM coa_data WHERE ${condition} LIMIT $1) counted)::int`;
    const [row] = await this.database.query<ReviewRow[]>(
      `SELECT ${counted(`"submissionStatus" = 'pending'`)} AS "waiting",
              ${counted(`"submissionStatus" = 'pending' AND "dueOn" < (now() AT TIME ZONE 'UTC')::date`)} AS "overdue",
              (SELECT extract(epoch FROM now() - min("createdAt"))::float8
                 FROM coa_data WHERE "submissionStatus" = 'pending') AS "oldestSeconds"`,
      [COUNTED_AT_MOST],
    );
    return [
      { figure: 'clearbatch_review_waiting', value: row?.waiting ?? 0 },
      { figure: 'clearbatch_review_overdue', value: row?.overdue ?? 0 },
      { figure: 'clearbatch_review_oldest_seconds', value: Math.max(0, row?.oldestSeconds ?? 0) },
    ];
  }

  /** Whether an upload goes on is up to the laboratory: it is never due. */
  private async bulk(): Promise<Reading[]> {
    const [row] = await this.database.query<QueueRow[]>(
      `SELECT count(*)::int AS "waiting" FROM bulk_jobs WHERE "state" = 'open'`,
    );
    return row ? queueReadings('bulk', row) : [];
  }
}
