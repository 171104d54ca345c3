import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COUNTED_AT_MOST, QUEUE_FIGURES, type QueueRow, queueReadings } from '../../platform/queue/queue.metrics.js';
import { Watch } from '../../platform/observability/telemetry.js';

/** Shows how much mail waits, since when, and how much was given up. */
@Injectable()
export class MailFigures implements OnModuleInit {
  constructor(
    private readonly watch: Watch,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.watch.meters.asked('mail', QUEUE_FIGURES, async () => {
      const [row] = await this.database.query<QueueRow[]>(
        `SELECT (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'waiting' LIMIT $1) w)::int AS "waiting",
                (SELECT extract(epoch FROM now() - min("nextAttemptAt"))::float8
                   FROM mail_outbox WHERE "state" = 'waiting') AS "oldestDueSeconds",
                (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'dead' LIMIT $1) d)::int AS "dead"`,
        [COUNTED_AT_MOST],
      );
      return row ? queueReadings('mail', row) : [];
    });
  }
}
