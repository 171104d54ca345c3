import { Injectable } from '@nestjs/common';
import { RetentionRepository } from '../../../domain/privacy/ports.js';
import type { RetentionRule } from '../../../domain/privacy/retention-days.js';
import { RetentionRegistry } from '../../../platform/database/retention.js';

/** Applies the rules that table owners registered with {@link RetentionRegistry}. */
@Injectable()
export class RegisteredRetention extends RetentionRepository {
  constructor(private readonly registry: RetentionRegistry) {
    super();
  }

  remove(rule: RetentionRule, before: Date, limit: number): Promise<number> {
    return this.registry.remove(rule, before, limit);
  }
}
