import {
  carriedOver,
  confirmedFrom,
  enteredBy,
  withoutReading,
} from '../../../src/domain/coa-registry/certificate/evidence.js';
import { aDraft } from '../../support/builders.js';
import { aField } from '../../support/document-readings.js';

const CONTENT = aDraft({ batchId: '#C9030', labReportId: 'EA-1' });
const typed = (field: string) => ({ field, origin: 'typed', page: null, confirmedBy: null });
const read = (field: string, page = 1, confirmedBy = 'submitter') => ({ field, origin: 'document', page, confirmedBy });

describe('fields that were not read from a document', () => {
  it.each([
    ['submitter', 'typed'],
    ['lab', 'lab_system'],
    ['staff', 'staff'],
  ] as const)('sent by %s are %s', (source, origin) => {
    const provenance = enteredBy(source, CONTENT);
    expect(provenance).toHaveLength(8);
    expect(new Set(provenance.map((one) => one.origin))).toEqual(new Set([origin]));
  });

  it('without a value are left out', () => {
    expect(enteredBy('submitter', aDraft()).map(({ field }) => field)).not.toContain('labReportId');
  });
});

describe('a confirmed field', () => {
  const confirm = (field: 'batchId' | 'thcContent', page: number, found: ReturnType<typeof aField>[]) =>
    confirmedFrom(enteredBy('submitter', CONTENT), [{ field, page }], {
      content: CONTENT,
      read: found,
      by: 'submitter',
    });

  it('is read from the document where our reading has the same value on that page', () => {
    const provenance = confirm('batchId', 2, [aField('batchId', 'Nothing'), aField('batchId', '#c9030', 2)]);
    expect(provenance).toContainEqual(read('batchId', 2));
    expect(provenance).toContainEqual(typed('brandName'));
  });

  it.each([
    ['another value', [aField('batchId', '#C9031')]],
    ['another page', [aField('batchId', '#C9030', 2)]],
    ['another field', [aField('labReportId', '#C9030')]],
    ['nothing', []],
  ])('is typed where our reading has %s', (_what, found) => {
    expect(confirm('batchId', 1, found)).toContainEqual(typed('batchId'));
  });

  it('counts numbers as equal, not their texts, at the two decimals of a certificate', () => {
    expect(confirm('thcContent', 1, [aField('thcContent', '4.820')])).toContainEqual(read('thcContent'));
    expect(confirm('thcContent', 1, [aField('thcContent', '4.8151')])).toContainEqual(read('thcContent'));
    expect(confirm('thcContent', 1, [aField('thcContent', '4.826')])).toContainEqual(typed('thcContent'));
    expect(confirm('thcContent', 1, [aField('thcContent', 'ND')])).toContainEqual(typed('thcContent'));
  });
});

describe('corrected content', () => {
  const before = {
    ...CONTENT,
    documentId: 'a',
    provenance: confirmedFrom(
      enteredBy('submitter', CONTENT),
      [
        { field: 'batchId', page: 1 },
        { field: 'labName', page: 1 },
      ],
      { content: CONTENT, read: [aField('batchId', '#C9030'), aField('labName', CONTENT.labName)], by: 'submitter' },
    ),
  };

  it('keeps what is known of unchanged values, as long as the document is the same', () => {
    const after = { ...CONTENT, batchId: '#C9031', documentId: 'a' };
    const provenance = carriedOver(enteredBy('staff', after), after, before);
    expect(provenance).toContainEqual(read('labName'));
    expect(provenance).toContainEqual(typed('brandName'));
    expect(provenance).toContainEqual({ ...typed('batchId'), origin: 'staff' });
  });

  it('was not read from another document', () => {
    const after = { ...CONTENT, documentId: 'b' };
    expect(carriedOver(enteredBy('submitter', after), after, before)).toEqual(enteredBy('submitter', CONTENT));
  });

  it('was not read from a document that it loses', () => {
    expect(withoutReading(before.provenance, { source: 'submitter' })).toEqual(enteredBy('submitter', CONTENT));
  });
});
