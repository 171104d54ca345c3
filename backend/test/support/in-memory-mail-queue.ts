import {
  type MailCounts,
  type MailCursor,
  type MailQuery,
  MailQueue,
  type MailSubject,
} from '../../src/domain/mail/ports.js';
import { MAIL_STATES, type QueuedMail } from '../../src/domain/mail/queued-mail.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, type Page, totalOf } from '../../src/domain/shared/page.js';

export class InMemoryMailQueue extends MailQueue {
  readonly audit: AuditEntry[] = [];
  private mails: readonly QueuedMail[] = [];

  add(mail: QueuedMail): void {
    this.mails = [...this.mails, mail];
  }

  async claim(limit: number, kinds: readonly string[], now: Date, leasedUntil: Date): Promise<readonly QueuedMail[]> {
    const due = this.mails
      .filter(({ state, kind }) => state === 'waiting' && kinds.includes(kind))
      .filter((mail) => mail.nextAttemptAt <= now && (mail.leasedUntil === null || mail.leasedUntil <= now))
      .toSorted((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt) || Number(a.id) - Number(b.id))
      .slice(0, limit)
      .map((mail) => ({ ...mail, leasedUntil, messageId: mail.messageId ?? `<${mail.id}@clearbatch.example>` }));
    for (const mail of due) this.replace(mail);
    return due;
  }

  async completeAttempt(mail: QueuedMail, leasedUntil: Date | null): Promise<boolean> {
    const stored = await this.byId(mail.id);
    if (stored?.state !== 'waiting') return false;
    if (Number(stored.leasedUntil) !== Number(leasedUntil)) return false;
    this.replace(mail);
    return true;
  }

  async page({ states, match, limit, after }: MailQuery): Promise<Page<QueuedMail, MailCursor>> {
    const isAbout = ({ payload }: QueuedMail, topic: MailSubject) =>
      Object.entries(topic).every(([name, value]) => payload[name] === value);
    const found = this.mails
      .filter(({ state }) => states.includes(state))
      .filter(
        (mail) =>
          match === null || match.kinds.includes(mail.kind) || match.topics.some((topic) => isAbout(mail, topic)),
      )
      .toSorted(newestFirst);
    const rest = found.filter((mail) => after === null || newestFirst(after, mail) < 0);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const next = rest.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
    return { items, next, total: totalOf(found.length) };
  }

  async counts(): Promise<MailCounts> {
    const count = (state: string) => this.mails.filter((mail) => mail.state === state).length;
    const most = COUNTED_EXACTLY_UP_TO + 1;
    return Object.fromEntries(MAIL_STATES.map((state) => [state, Math.min(count(state), most)])) as MailCounts;
  }

  async byId(id: string): Promise<QueuedMail | null> {
    return this.mails.find((mail) => mail.id === id) ?? null;
  }

  byIdForUpdate(id: string): Promise<QueuedMail | null> {
    return this.byId(id);
  }

  async saveDecision(mail: QueuedMail, entry: AuditEntry): Promise<void> {
    this.replace(mail);
    this.audit.push(entry);
  }

  async unknownKinds(kinds: readonly string[]): Promise<readonly string[]> {
    const others = this.mails.filter(({ state, kind }) => state === 'waiting' && !kinds.includes(kind));
    return [...new Set(others.map(({ kind }) => kind))].toSorted();
  }

  async purge(before: Date): Promise<number> {
    const remaining = this.mails.filter(
      ({ state, finishedAt }) => state === 'dead' || finishedAt === null || finishedAt >= before,
    );
    const purged = this.mails.length - remaining.length;
    this.mails = remaining;
    return purged;
  }

  private replace(changed: QueuedMail): void {
    this.mails = this.mails.map((mail) => (mail.id === changed.id ? changed : mail));
  }
}

const newestFirst = (a: MailCursor, b: MailCursor) =>
  Number(b.createdAt) - Number(a.createdAt) || Number(b.id) - Number(a.id);
