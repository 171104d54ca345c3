import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { COUNT_CAP, QUEUE_METRICS, type QueueRow, queueSamples } from '../../platform/queue/queue.metrics.js';

/** Reports how many recipients of issues being sent still wait, and since when the oldest is being sent. */
@Injectable()
export class NewsletterMetrics implements OnModuleInit {
  constructor(
    private readonly telemetry: Telemetry,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.telemetry.metrics.registerQueried('newsletter', QUEUE_METRICS, async () => {
      const [row] = await this.database.query<QueueRow[]>(
        `SELECT (SELECT count(*) FROM (
                   SELECT 1 FROM newsletter_issues i
                     JOIN newsletter_recipients r ON r."issueId" = i."id" AND r."state" = 'waiting'
                    WHERE i."state" = 'sending' LIMIT $1) w)::int AS "waiting",
                (SELECT extract(epoch FROM now() - min("startedAt"))::float8
                   FROM newsletter_issues WHERE "state" = 'sending') AS "oldestDueSeconds"`,
        [COUNT_CAP],
      );
      return row ? queueSamples('newsletter', row) : [];
    });
  }
}
