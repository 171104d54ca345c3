import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COUNTED_AT_MOST, QUEUE_FIGURES, type QueueRow, queueReadings } from '../../platform/queue/queue.metrics.js';
import { Watch } from '../../platform/observability/telemetry.js';

/** Shows how many deliveries wait, and since when. Those to addresses that were switched off wait for nobody. */
@Injectable()
export class WebhookFigures implements OnModuleInit {
  constructor(
    private readonly watch: Watch,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.watch.meters.asked('webhooks', QUEUE_FIGURES, async () => {
      const [row] = await this.database.query<QueueRow[]>(
        `SELECT (SELECT count(*) FROM (
                   SELECT 1 FROM webhook_endpoints e
                     JOIN webhook_deliveries d ON d."endpointId" = e."id" AND d."state" = 'pending'
                    WHERE e."enabled" LIMIT $1) w)::int AS "waiting",
                (SELECT extract(epoch FROM now() - min(d."nextAttemptAt"))::float8
                   FROM webhook_endpoints e
                  CROSS JOIN LATERAL (
                    SELECT "nextAttemptAt" FROM webhook_deliveries
                     WHERE "endpointId" = e."id" AND "state" = 'pending' ORDER BY "nextAttemptAt" LIMIT 1) d
                  WHERE e."enabled") AS "oldestDueSeconds"`,
        [COUNTED_AT_MOST],
      );
      return row ? queueReadings('webhooks', row) : [];
    });
  }
}
