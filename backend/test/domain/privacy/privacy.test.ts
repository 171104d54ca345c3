import { Brands } from '../../../src/domain/brands/brands.js';
import type { BrandRepository } from '../../../src/domain/brands/ports.js';
import { Contact } from '../../../src/domain/contact/contact.js';
import { CATEGORIES } from '../../../src/domain/privacy/categories.js';
import { MailFiles, Mentions, type PersonalWords, PrivacyLog } from '../../../src/domain/privacy/ports.js';
import { Privacy } from '../../../src/domain/privacy/privacy.js';
import type { AuditEntry } from '../../../src/domain/shared/audit.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { PERSONAL_DATA_CATEGORIES, type PersonalDataProvider } from '../../../src/domain/shared/personal-data.js';
import { HmacPseudonymizer } from '../../../src/modules/privacy/hmac-pseudonymizer.js';
import { ACTOR, aBrand, NOW } from '../../support/builders.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryContactRepository } from '../../support/in-memory-contact-repository.js';
import { RollbackTransactions } from '../../support/rollback-transactions.js';
import { stub } from '../../support/stub.js';

const ADDRESS = 'sam@mail.example';
const REQUEST = { address: ADDRESS, reason: 'Asked for in M-0F8FA-D5BD9' };

class RecordingLog extends PrivacyLog {
  readonly entries: AuditEntry[] = [];

  async write(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
  }
}

/** Records the values to redact. */
class RecordingMentions extends Mentions {
  readonly redacted: PersonalWords[] = [];

  async redact(words: PersonalWords): Promise<number> {
    this.redacted.push(words);
    return 3;
  }
}

class RecordingFiles extends MailFiles {
  readonly removed: PersonalWords[] = [];

  async remove(words: PersonalWords): Promise<number> {
    this.removed.push(words);
    return 1;
  }
}

async function open(more: readonly PersonalDataProvider[] = []) {
  const clock = new StoppedClock();
  const messages = new InMemoryContactRepository();
  const removedContacts: string[] = [];
  const known = [
    aBrand('Waxwing', { contactEmail: 'SAM@mail.example', contactName: 'Sam Reed' }),
    aBrand('Third Porch', { contactEmail: ADDRESS, verified: true }),
  ];
  const brands = stub<BrandRepository>({
    byContact: async (address) =>
      known.filter(({ contactEmail }) => contactEmail.toLowerCase() === address.toLowerCase()),
    removeContact: async (address) => (removedContacts.push(address) === 1 ? 1 : 0),
  });
  const contact = new Contact(messages, clock, new NumberedIds());
  const log = new RecordingLog();
  const providers = [new Brands(brands, clock), contact, ...more];
  const transactions = new RollbackTransactions([]);
  const [mentions, files] = [new RecordingMentions(), new RecordingFiles()];
  const fingerprints = new HmacPseudonymizer('a secret');
  const privacy = new Privacy(providers, mentions, files, fingerprints, log, transactions, clock);
  const send = (email: string) =>
    contact.send({ name: 'Sam Reed', email, topic: 'privacy', message: 'Please delete my data.' });
  await send('Sam@Mail.example');
  await send(ADDRESS);
  await send('kim@mail.example');
  return { privacy, log, messages, removedContacts, mentions, files };
}

const inAll = (counts: Record<string, number>) =>
  PERSONAL_DATA_CATEGORIES.filter((part) => CATEGORIES[part].erasure !== 'stays').map((part) => ({
    part,
    count: counts[part] ?? 0,
  }));

const ERASED = { messages: 2, 'brand-contacts': 1, mail: 2 };

describe('looking up an address', () => {
  it('returns the count for each category, and names only what erasure keeps', async () => {
    const { privacy } = await open();
    const held = await privacy.lookUp(REQUEST, ACTOR);
    expect(held.map(({ part }) => part)).toEqual(PERSONAL_DATA_CATEGORIES);
    expect(held.filter(({ count }) => count > 0)).toEqual([
      { part: 'messages', count: 2, names: [] },
      { part: 'brand-contacts', count: 1, names: [] },
      { part: 'mail', count: 2, names: [] },
      { part: 'public-brand-contacts', count: 1, names: ['Third Porch'] },
    ]);
  });

  it('does not find addresses that only share a prefix or suffix', async () => {
    const { privacy } = await open();
    for (const address of ['am@mail.example', 'sam@mail.exampl', 'sam_mail.example', '%@mail.example']) {
      const held = await privacy.lookUp({ ...REQUEST, address }, ACTOR);
      expect(held.filter(({ count }) => count > 0)).toEqual([]);
    }
  });
});

describe('exporting', () => {
  it('returns the stored data by category', async () => {
    const { privacy } = await open();
    const { madeAt, parts } = await privacy.exportOf(REQUEST, ACTOR);
    expect(madeAt).toEqual(NOW);
    const messages = parts.find(({ part }) => part === 'messages')?.records;
    expect(messages).toHaveLength(2);
    expect(messages?.[0]).toMatchObject({ email: 'Sam@Mail.example', message: 'Please delete my data.' });
    expect(JSON.stringify(parts)).not.toContain('kim@mail.example');
  });
});

describe('erasing', () => {
  it('erases all of it, and nothing of anybody else', async () => {
    const { privacy, messages, removedContacts } = await open();
    expect(await privacy.erase(REQUEST, 'SAM@mail.example', ACTOR)).toEqual(inAll(ERASED));
    expect(messages.stored().map(({ email }) => email)).toEqual(['kim@mail.example']);
    expect(removedContacts).toEqual([ADDRESS]);
  });

  it('erases nothing the second time', async () => {
    const { privacy, log } = await open();
    await privacy.erase(REQUEST, ADDRESS, ACTOR);
    expect(await privacy.erase(REQUEST, ADDRESS, ACTOR)).toEqual(inAll({}));
    expect(log.entries.map(({ after }) => after?.erased)).toEqual([ERASED, {}]);
  });

  it('erases nothing if the confirmation address differs', async () => {
    const { privacy, messages, log } = await open();
    await expect(privacy.erase(REQUEST, 'sam@mail.exemple', ACTOR)).rejects.toThrow(InvalidInput);
    expect(messages.stored()).toHaveLength(3);
    expect(log.entries).toEqual([]);
  });

  it('adds no log entry if a provider fails', async () => {
    const failing = { exportOf: async () => [], erase: () => Promise.reject(new Error('the disk is full')) };
    const { privacy, log } = await open([failing]);
    await expect(privacy.erase(REQUEST, ADDRESS, ACTOR)).rejects.toThrow('the disk is full');
    expect(log.entries).toEqual([]);
  });
});

describe('the log', () => {
  it('records who did what and why, and the person as a pseudonym', async () => {
    const { privacy, log } = await open();
    await privacy.lookUp(REQUEST, ACTOR);
    await privacy.exportOf({ ...REQUEST, address: 'SAM@mail.example' }, ACTOR);
    await privacy.erase(REQUEST, ADDRESS, ACTOR);
    const held = { messages: 2, 'brand-contacts': 1, mail: 2, 'public-brand-contacts': 1 };
    const { reason } = REQUEST;
    const subject = expect.stringMatching(/^person:[\w-]{43}$/);
    const common = { at: NOW, actor: ACTOR, subject, before: null };
    expect(log.entries).toEqual([
      { ...common, action: 'personal-data.looked-up', after: { reason, held } },
      { ...common, action: 'personal-data.exported', after: { reason, held } },
      { ...common, action: 'personal-data.erased', after: { reason, erased: ERASED, textsOfOthers: 3 } },
    ]);
    expect(new Set(log.entries.map((entry) => entry.subject)).size).toBe(1);
    expect(JSON.stringify(log.entries)).not.toMatch(/sam@mail/i);
  });

  it('uses a pseudonym that depends on the key', () => {
    const one = new HmacPseudonymizer('a secret');
    expect(one.pseudonymize(ADDRESS)).not.toBe(one.pseudonymize('kim@mail.example'));
    expect(one.pseudonymize(ADDRESS)).not.toBe(new HmacPseudonymizer('another').pseudonymize(ADDRESS));
  });
});

it('erasing redacts the address and contact names in other texts, then in mail files', async () => {
  const { privacy, mentions, files, log } = await open();
  const words = { address: ADDRESS, names: ['Sam Reed'] };
  await privacy.erase(REQUEST, ADDRESS, ACTOR);
  expect(mentions.redacted).toEqual([words]);
  expect(files.removed).toEqual([words]);
  expect(JSON.stringify(log.entries)).not.toContain('Sam Reed');
});

it('erasing does not redact a single-word name in other texts, because many people share it', async () => {
  const held = { part: 'messages', records: [], personNames: ['Sam', null, ' Sam  Reed '] } as const;
  const provider = { exportOf: async () => [held], erase: async () => [] };
  const { privacy, mentions } = await open([provider]);
  await privacy.erase(REQUEST, ADDRESS, ACTOR);
  expect(mentions.redacted).toEqual([{ address: ADDRESS, names: ['Sam Reed', 'Sam  Reed'] }]);
});
