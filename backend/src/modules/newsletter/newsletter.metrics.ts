import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COUNTED_AT_MOST, QUEUE_FIGURES, type QueueRow, queueReadings } from '../../platform/queue/queue.metrics.js';
import { Watch } from '../../platform/observability/telemetry.js';

/** Shows how many an issue that is on its way has still to reach, and since when it is on its way. */
@Injectable()
export class NewsletterFigures implements OnModuleInit {
  constructor(
    private readonly watch: Watch,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.watch.meters.asked('newsletter', QUEUE_FIGURES, async () => {
      const [row] = await this.database.query<QueueRow[]>(
        `SELECT (SELECT count(*) FROM (
                   SELECT 1 FROM newsletter_issues i
                     JOIN newsletter_recipients r ON r."issueId" = i."id" AND r."state" = 'waiting'
                    WHERE i."state" = 'sending' LIMIT $1) w)::int AS "waiting",
                (SELECT extract(epoch FROM now() - min("startedAt"))::float8
                   FROM newsletter_issues WHERE "state" = 'sending') AS "oldestDueSeconds"`,
        [COUNTED_AT_MOST],
      );
      return row ? queueReadings('newsletter', row) : [];
    });
  }
}
