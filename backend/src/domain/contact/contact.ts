import type { Actor } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids } from '../shared/ports.js';
import {
  type ContactDraft,
  type ContactMessage,
  changeStatus,
  MessageNotFound,
  type MessageStatus,
  newMessage,
  type StatusUpdate,
} from './contact-message.js';
import { ContactRepository, type MessageCursor, type MessageQuery } from './ports.js';

const ACTIONS: Record<MessageStatus, string> = { handled: 'message.handled', open: 'message.reopened' };

/** The contact form: messages from visitors to staff. */
export class Contact implements PersonalDataProvider {
  constructor(
    private readonly messages: ContactRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Stores a message for staff to answer.
   * @throws InvalidInput
   */
  async send(draft: ContactDraft): Promise<ContactMessage> {
    const message = newMessage(draft, this.ids.uuid(), this.clock.now());
    await this.messages.add(message);
    return message;
  }

  /** Newest first. */
  page(query: MessageQuery): Promise<Page<ContactMessage, MessageCursor>> {
    return this.messages.page(query);
  }

  /** @throws MessageNotFound */
  async message(id: string): Promise<ContactMessage> {
    const message = await this.messages.byId(id);
    if (!message) throw new MessageNotFound();
    return message;
  }

  /** @throws MessageNotFound, MessageChanged, InvalidInput */
  handle(id: string, handling: StatusUpdate, actor: Actor): Promise<ContactMessage> {
    return this.change(id, 'handled', handling, actor);
  }

  /** @throws MessageNotFound, MessageChanged, InvalidInput */
  reopen(id: string, handling: StatusUpdate, actor: Actor): Promise<ContactMessage> {
    return this.change(id, 'open', handling, actor);
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { messages, mail } = await this.messages.bySender(address);
    return [
      {
        part: 'messages',
        records: messages.map(({ id, version, ...message }) => message),
        personNames: messages.map(({ name }) => name),
      },
      { part: 'mail', records: mail.map((record) => ({ ...record })) },
    ];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { messages, mail } = await this.messages.removeBySender(address);
    return [
      { part: 'messages', count: messages },
      { part: 'mail', count: mail },
    ];
  }

  /** The audit log omits the note's text: the log can't be erased, and the note may contain personal data. */
  private async change(id: string, to: MessageStatus, handling: StatusUpdate, actor: Actor): Promise<ContactMessage> {
    const now = this.clock.now();
    const before = await this.message(id);
    const changed = changeStatus(before, to, handling, actor.name, now);
    await this.messages.change(changed, {
      at: now,
      actor,
      action: ACTIONS[to],
      subject: `message:${id}`,
      before: { standing: before.standing },
      after: { standing: to, hasNote: changed.note !== null },
    });
    return changed;
  }
}
