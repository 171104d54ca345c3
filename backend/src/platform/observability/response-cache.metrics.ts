import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ResponseCache } from '../cache/response-cache.js';
import type { MetricDefinitions, Sample } from './prometheus-metrics.js';
import { Telemetry } from './telemetry.js';

const CACHE: MetricDefinitions = {
  clearbatch_cache_requests_total: {
    kind: 'counter',
    help: 'Lookups in the response cache: hit, miss, joined (another request was already fetching it), bypass (caching not allowed)',
    labels: ['result'],
  },
  clearbatch_cache_dropped_total: { kind: 'counter', help: 'Cached responses dropped because the content changed' },
  clearbatch_cache_entries: { kind: 'gauge', help: 'Cached responses' },
  clearbatch_cache_bytes: { kind: 'gauge', help: 'Memory used by cached responses' },
  clearbatch_listener_up: {
    kind: 'gauge',
    help: '1 while this process receives change notifications; at 0 it reads everything from the database',
  },
};

/** Reports hits and size of the response cache, and whether it may be used. */
@Injectable()
export class ResponseCacheMetrics implements OnModuleInit {
  constructor(
    private readonly telemetry: Telemetry,
    private readonly cache: ResponseCache,
  ) {}

  onModuleInit(): void {
    this.telemetry.metrics?.registerLocal(CACHE, () => this.samples());
  }

  private samples(): Sample[] {
    const { hits, misses, joined, bypasses, dropped, entries, bytes, listeningSince } = this.cache.counters;
    const lookups = Object.entries({ hit: hits, miss: misses, joined, bypass: bypasses });
    return [
      ...lookups.map(([result, value]) => ({ metric: 'clearbatch_cache_requests_total', value, labels: { result } })),
      { metric: 'clearbatch_cache_dropped_total', value: dropped },
      { metric: 'clearbatch_cache_entries', value: entries },
      { metric: 'clearbatch_cache_bytes', value: bytes },
      { metric: 'clearbatch_listener_up', value: listeningSince === null ? 0 : 1 },
    ];
  }
}
