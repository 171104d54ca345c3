import { assertBatchId } from '../../../src/domain/newsletter/follow.js';
import { Follows } from '../../../src/domain/newsletter/follows.js';
import type { FollowRepository, FollowSources } from '../../../src/domain/newsletter/ports.js';
import { NewsletterLinkInvalid } from '../../../src/domain/newsletter/subscription.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ImmediateTransactions, NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { ReadableTokens, RecordingMailer } from '../../support/in-memory-newsletter.js';
import { stub } from '../../support/stub.js';

function open(repository: Partial<FollowRepository>) {
  const mailer = new RecordingMailer();
  const sources = stub<FollowSources>({
    subjectOf: async () => ({ topic: 'failures', brandKey: '', key: '', label: 'All' }),
  });
  const ports = [new ImmediateTransactions(), new StoppedClock(), new NumberedIds()] as const;
  return {
    mailer,
    follows: new Follows(stub<FollowRepository>(repository), sources, new ReadableTokens(), mailer, ...ports),
  };
}

it('queues an email to no one where none is needed, so that the work is the same', async () => {
  const { follows, mailer } = open({
    ask: async (email) => (email === 'new@mail.example' ? 7 : null),
  });
  const all = { brandName: null, productName: null, batchId: null };
  await follows.ask(' new@mail.example ', all);
  await follows.ask('known@mail.example', all);
  expect(mailer.emails).toEqual([
    ['confirm-follow', 7],
    ['confirm-follow', 0],
  ]);
});

it('accepts links of its own emails only', async () => {
  const stopped: unknown[] = [];
  const { follows } = open({ stop: async (...what) => void stopped.push(what) });
  await follows.stop('follow-7', null);
  expect(stopped).toEqual([[7, null]]);
  await expect(async () => follows.stop('unsubscribe-7', null)).rejects.toThrow(NewsletterLinkInvalid);
  await expect(follows.confirm('confirm-7')).rejects.toThrow(NewsletterLinkInvalid);
});

it.each(['E&R/2604', '#C9030', 'LOT 1.5-2', 'É 12'])('takes %s as a batch ID', (batchId) => {
  expect(() => assertBatchId(batchId)).not.toThrow();
});

it.each(['buy at shop.example', 'https://x', 'www.x', 'a@b', '###', '1'.repeat(41)])(
  'does not send %s to a stranger as a batch ID',
  (batchId) => {
    expect(() => assertBatchId(batchId)).toThrow(InvalidInput);
  },
);
