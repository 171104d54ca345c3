import type { Actor } from '../../shared/audit.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { DAY_MS } from '../../shared/durations.js';
import { Clock, Ids, Transactions } from '../../shared/ports.js';
import { listOf } from '../certificate/affected-lines.js';
import {
  AFFECTED_MAX,
  type AffectedSet,
  assertPublishable,
  draftNotice,
  MADE_ACCOUNT_DAYS,
  type Notice,
  type NoticeChange,
  NoticeCountChanged,
  type NoticeDraft,
  NoticeNotFound,
  type NoticeSelection,
  noticeEntry,
  noticeNumber,
  type PublicNotice,
  publishNotice,
  redraftNotice,
  selectionErrors,
  withdrawNotice,
} from '../certificate/batch-notice.js';
import { NoticeRepository } from '../certificate/ports.js';

/** Staff draft, publish, update and withdraw notices over many batches. */
export class Notices {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** With drafts and withdrawn ones, the last drafted first. */
  all(): Promise<readonly Notice[]> {
    return this.notices.all();
  }

  /** @throws NoticeNotFound */
  async one(id: string): Promise<Notice> {
    const notice = await this.notices.byId(id);
    if (!notice) throw new NoticeNotFound();
    return notice;
  }

  /** How the draft chooses its batches, or else a list of those that the published notice is about. */
  async selectionOf({ id, draft }: Notice): Promise<NoticeSelection> {
    if (draft) return draft.selection;
    const { batches } = await this.notices.affectedBy(id, AFFECTED_MAX);
    return { batches: listOf(batches), product: null };
  }

  /** The batches that were chosen, and what was not found. @throws InvalidInput */
  preview(selection: NoticeSelection): Promise<AffectedSet> {
    const wrong = selectionErrors(selection);
    if (wrong.length > 0) throw new InvalidInput(wrong);
    return this.notices.resolve(selection);
  }

  /** @throws InvalidInput */
  async draft(draft: NoticeDraft, actor: Actor): Promise<Notice> {
    const change = { now: this.clock.now(), actor };
    const notice = draftNotice(draft, this.ids.uuid(), change);
    assertPublishable(await this.notices.resolve(draft.selection));
    await this.notices.add(notice, noticeEntry('drafted', notice, null, change));
    return notice;
  }

  /** Also of a published one: it stays as it is until a second person publishes this. @throws NoticeNotFound, NoticeChanged, InvalidInput */
  async redraft(id: string, draft: NoticeDraft, version: number, actor: Actor): Promise<Notice> {
    const [before, change] = [await this.one(id), this.changeBy(actor, version)];
    const notice = redraftNotice(before, draft, change);
    assertPublishable(await this.notices.resolve(draft.selection));
    await this.notices.change(notice, null, noticeEntry('drafted', notice, before, change));
    return notice;
  }

  /**
   * Publishes what waits. From then on every certificate of its batches carries it, also those that come later.
   * @param confirmed the number of batches that the person saw
   * @throws NoticeNotFound, NoticeChanged, SecondPersonPublishes, NoticeCountChanged, InvalidInput
   */
  publish(id: string, version: number, confirmed: number, actor: Actor): Promise<PublicNotice> {
    return this.transactions.run(async () => {
      const change = this.changeBy(actor, version);
      const year = change.now.getUTCFullYear();
      // Before the notice is read: of two requests at once, the second one finds it published.
      const number = noticeNumber(year, await this.notices.countPublishedIn(year));
      const before = await this.one(id);
      const notice = publishNotice(before, number, change, await this.isAccountOfDrafter(before, change));
      const affected = await this.notices.resolve(before.draft?.selection ?? { batches: '', product: null });
      if (affected.batches.length !== confirmed) throw new NoticeCountChanged(affected.batches.length);
      assertPublishable(affected);
      const entry = noticeEntry(notice.state, notice, before, change);
      await this.notices.change(notice, affected.batches, entry);
      return notice;
    });
  }

  /** @param reason public, if it was published @throws NoticeNotFound, NoticeChanged, InvalidInput */
  async withdraw(id: string, version: number, reason: string, actor: Actor): Promise<Notice> {
    const [before, change] = [await this.one(id), this.changeBy(actor, version)];
    const notice = withdrawNotice(before, reason, change);
    await this.notices.change(notice, null, noticeEntry('withdrawn', notice, before, change));
    return notice;
  }

  private changeBy(actor: Actor, version: number): NoticeChange {
    return { now: this.clock.now(), actor, version };
  }

  private isAccountOfDrafter({ drafterId }: Notice, { now, actor }: NoticeChange): Promise<boolean> {
    const since = new Date(now.getTime() - MADE_ACCOUNT_DAYS * DAY_MS);
    return this.notices.hasMadeAccount(drafterId, actor.id, since);
  }
}
