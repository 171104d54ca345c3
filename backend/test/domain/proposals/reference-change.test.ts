import {
  AccountMadeByProposer,
  ChangeAlreadyDecided,
  confirm,
  decline,
  NotYourProposal,
  propose,
  REASON_MAX,
  SecondPersonNeeded,
  withdraw,
} from '../../../src/domain/proposals/reference-change.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { NOW } from '../../support/builders.js';

const ROBIN = { id: '1', name: 'robin' };
const SAM = { id: '2', name: 'sam' };
const LEAD = { kind: 'analyteName', name: 'Pb-208', panel: 'heavyMetals', analyte: 'lead', scope: 'panel' } as const;

const proposal = () => propose(LEAD, ' The lab prints isotopes. ', { id: 'change', now: NOW, actor: ROBIN });
const by = (actor: typeof SAM, version = 1) => ({ actor, version, now: NOW });

it('a proposal waits, with its reason and who made it', () => {
  expect(proposal()).toEqual({
    id: 'change',
    kind: 'analyteName',
    subject: 'Pb-208',
    content: LEAD,
    reason: 'The lab prints isotopes.',
    state: 'proposed',
    proposedAt: NOW,
    proposerId: '1',
    proposedBy: 'robin',
    version: 1,
    decidedAt: null,
    deciderId: null,
    decidedBy: null,
    decisionReason: null,
  });
});

it('an edition is proposed under the id of its rule', () => {
  const content = { kind: 'ruleEdition', edition: { id: 'us-2018', edition: 2 } } as const;
  expect(propose(content, 'Read again', { id: 'change', now: NOW, actor: ROBIN }).subject).toBe('us-2018');
});

it.each(['', '  ', 'x'.repeat(REASON_MAX + 1)])('the reason %j is refused', (reason) => {
  expect(() => propose(LEAD, reason, { id: 'change', now: NOW, actor: ROBIN })).toThrow(InvalidInput);
  expect(() => decline(proposal(), reason, by(SAM))).toThrow(InvalidInput);
});

it('a second person confirms or declines', () => {
  const decision = { decidedAt: NOW, deciderId: '2', decidedBy: 'sam', version: 2 };
  expect(confirm(proposal(), by(SAM), false)).toMatchObject({ ...decision, state: 'confirmed', decisionReason: null });
  const declined = decline(proposal(), 'Another line', by(SAM));
  expect(declined).toMatchObject({ ...decision, state: 'declined', decisionReason: 'Another line' });
});

it('an account that the proposer just made does not confirm, but can decline', () => {
  expect(() => confirm(proposal(), by(SAM), true)).toThrow(AccountMadeByProposer);
  expect(decline(proposal(), 'A slip', by(SAM)).state).toBe('declined');
});

it('the person who proposed it does neither, and is the only one to withdraw it', () => {
  expect(() => confirm(proposal(), by(ROBIN), false)).toThrow(SecondPersonNeeded);
  expect(() => decline(proposal(), 'A slip', by(ROBIN))).toThrow(SecondPersonNeeded);
  expect(() => withdraw(proposal(), by(SAM))).toThrow(NotYourProposal);
  expect(withdraw(proposal(), by(ROBIN))).toMatchObject({ state: 'withdrawn', decidedBy: 'robin', version: 2 });
});

it('what was decided, or changed since it was read, is not decided again', () => {
  const decided = [
    confirm(proposal(), by(SAM), false),
    decline(proposal(), 'No', by(SAM)),
    withdraw(proposal(), by(ROBIN)),
  ];
  for (const change of decided) {
    for (const version of [1, 2]) {
      expect(() => confirm(change, by(SAM, version), false)).toThrow(ChangeAlreadyDecided);
      expect(() => decline(change, 'No', by(SAM, version))).toThrow(ChangeAlreadyDecided);
      expect(() => withdraw(change, by(ROBIN, version))).toThrow(ChangeAlreadyDecided);
    }
  }
  expect(() => confirm(proposal(), by(SAM, 2), false)).toThrow(ChangeAlreadyDecided);
});
