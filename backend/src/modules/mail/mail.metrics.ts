import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { COUNT_CAP, QUEUE_METRICS, type QueueRow, queueSamples } from '../../platform/queue/queue.metrics.js';

/** Reports the length and age of the email queue, and the number of dead emails. */
@Injectable()
export class MailMetrics implements OnModuleInit {
  constructor(
    private readonly telemetry: Telemetry,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.telemetry.metrics.registerQueried('mail', QUEUE_METRICS, async () => {
      const [row] = await this.database.query<QueueRow[]>(
        `SELECT (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'waiting' LIMIT $1) w)::int AS "waiting",
                (SELECT extract(epoch FROM now() - min("nextAttemptAt"))::float8
                   FROM mail_outbox WHERE "state" = 'waiting') AS "oldestDueSeconds",
                (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'dead' LIMIT $1) d)::int AS "dead"`,
        [COUNT_CAP],
      );
      return row ? queueSamples('mail', row) : [];
    });
  }
}
