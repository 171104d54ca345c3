import { DuplicateBatch } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { ChangedMeanwhile } from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import {
  BatchAlreadyPublished,
  type PublishedOfBatch,
  replacedBy,
  type SecondCertificate,
} from '../../../src/domain/coa-registry/certificate/publish-as.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { aCertificate, anAmendment, approved } from '../../support/builders.js';

const WAITING = aCertificate({ labReportId: 'EA-2' });
const FIRST = approved(aCertificate({ labReportId: 'EA-1' }));
const SECOND = { ...approved(aCertificate({ labName: 'Other Lab', labReportId: 'OL-1' })), reference: 'CB-BBBB-BBBB' };

const replaced = (decision: SecondCertificate, published: readonly PublishedOfBatch[], waiting = WAITING) =>
  replacedBy(waiting, decision, published);
const NOTHING = { supersedes: null, amendmentReason: null };

describe('the first certificate of a batch', () => {
  it.each<[SecondCertificate]>([[{}], [{ publishAs: 'retest' }], [{ publishAs: null }]])(
    'replaces nothing with %j',
    (decision) => {
      expect(replaced(decision, [])).toEqual(NOTHING);
    },
  );

  it('can no longer be an amendment when what it replaces was withdrawn meanwhile', () => {
    expect(() => replaced({ publishAs: 'amendment', amendmentReason: 'Wrong.' }, [])).toThrow(ChangedMeanwhile);
  });
});

describe('a second certificate of a batch', () => {
  it('needs a decision, and the answer names the published ones', () => {
    expect(() => replaced({}, [FIRST, SECOND])).toThrow(BatchAlreadyPublished);
    expect(() => replaced({}, [FIRST, SECOND])).toThrow(`${FIRST.reference}, CB-BBBB-BBBB`);
  });

  it('as a retest replaces nothing', () => {
    expect(replaced({ publishAs: 'retest' }, [FIRST, SECOND])).toEqual(NOTHING);
  });

  it('as a retest needs a report number, and one that is not published', () => {
    const withoutNumber = aCertificate({ labReportId: null });
    expect(() => replaced({ publishAs: 'retest' }, [FIRST], withoutNumber)).toThrow(InvalidInput);
    const same = aCertificate({ labReportId: 'ea-1' });
    expect(() => replaced({ publishAs: 'retest' }, [SECOND, FIRST], same)).toThrow(DuplicateBatch);
  });

  it('as an amendment replaces the only one, or the one that is named', () => {
    const decision = { publishAs: 'amendment', amendmentReason: ' The container size was wrong. ' } as const;
    const amendmentReason = 'The container size was wrong.';
    expect(replaced(decision, [FIRST])).toEqual({ supersedes: FIRST.id, amendmentReason });
    const named = { ...decision, amends: 'cb-bbbb-bbbb' };
    expect(replaced(named, [FIRST, SECOND])).toEqual({ supersedes: SECOND.id, amendmentReason });
    expect(() => replaced(named, [FIRST])).toThrow(ChangedMeanwhile);
  });

  it.each([
    ['amends', { publishAs: 'amendment', amendmentReason: 'Wrong.' }],
    ['amendmentReason', { publishAs: 'amendment', amends: 'CB-BBBB-BBBB', amendmentReason: ' ' }],
  ] as const)('as an amendment needs %s', (field, decision) => {
    const error = expect.objectContaining({ fields: [expect.objectContaining({ field })] });
    expect(() => replaced(decision, [FIRST, SECOND])).toThrow(error);
  });

  it('that was sent as an amendment of another batch comes beside those of its own as a retest only', () => {
    const amendment = { ...anAmendment(SECOND), labReportId: 'OL-2' };
    const { supersedes, amendmentReason } = amendment;
    expect(replaced({}, [], amendment)).toEqual({ supersedes, amendmentReason });
    expect(() => replaced({}, [FIRST], amendment)).toThrow(BatchAlreadyPublished);
    expect(replaced({ publishAs: 'retest' }, [FIRST], amendment)).toEqual({ supersedes, amendmentReason });
    const decision = { publishAs: 'amendment', amendmentReason: 'Wrong.' } as const;
    expect(() => replaced(decision, [FIRST], amendment)).toThrow(InvalidInput);
  });

  it('that was sent as an amendment needs no decision', () => {
    const amendment = anAmendment(FIRST);
    const { supersedes, amendmentReason } = amendment;
    expect(replaced({}, [FIRST, SECOND], amendment)).toEqual({ supersedes, amendmentReason });
  });
});
