import { PAGE_LIMIT } from '../shared/page.js';
import type { AuditLog, RecordedEntry } from './ports.js';

const ANY = { action: null, actor: null, from: null, until: null, after: null };

/** What was done to one thing, for the pages about it. */
export class AuditTrail {
  constructor(private readonly log: AuditLog) {}

  /** The latest 200 entries, newest first. @param subject e.g. `certificate:0f8fad5b-d9cb-469f-a165-70867728950e` */
  async of(subject: string): Promise<readonly RecordedEntry[]> {
    return (await this.log.page({ ...ANY, subject, limit: PAGE_LIMIT.max })).items;
  }
}
