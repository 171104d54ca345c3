import 'reflect-metadata';
import { draftOf, SubmitCoaDto } from '../../src/modules/coa-registry/submission/http/submit.dto.js';
import { validate } from '../../src/platform/http/validation.js';

/** What the form sends. */
const VALID = {
  brandName: 'Juniper & Tide',
  contactName: 'Robin Vale',
  contactEmail: 'robin@submitter.example',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
};

const without = (field: string) => Object.fromEntries(Object.entries(VALID).filter(([name]) => name !== field));

function errorsOf(sent: object) {
  const read = validate(SubmitCoaDto, sent);
  return Array.isArray(read) ? read.map(({ field, message }) => ({ field, message })) : [];
}

const errorsWith = (differing: object) => errorsOf({ ...VALID, ...differing });

function accepted(differing: object) {
  const read = validate(SubmitCoaDto, { ...VALID, ...differing });
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return draftOf(read);
}

describe('a submission', () => {
  it.each([
    ['a zero-width space', 'batchId', 'LOT-\u200b1', 'Batch ID', 'after "LOT-"'],
    ['a soft hyphen', 'brandName', 'Juni\u00adper', 'Brand name', 'after "Juni"'],
    ['a right-to-left override', 'productName', '\u202egm 5', 'Product name', 'at the start'],
    ['tag characters', 'labName', 'Lab\u{e0041}', 'Lab name', 'after "Lab"'],
    ['an invisible letter', 'brandName', 'Ju\u3164', 'Brand name', 'after "Ju"'],
    ['a control character', 'contactName', 'Ro\u0007bin', 'Contact name', 'after "Ro"'],
    ['a tab', 'batchId', 'LOT\t1', 'Batch ID', 'after "LOT"'],
  ])('rejects %s in a name', (_, field, text, label, where) => {
    const message = `${label} has a character you can't see ${where}. Delete it, or type the text again`;
    expect(errorsWith({ [field]: text })).toEqual([{ field, message }]);
  });

  it.each([
    ['a line break', 'productName', 'Yuzu\n5 mg', 'Product name'],
    ['a line separator', 'contactName', 'Robin\u2028Vale', 'Contact name'],
  ])('rejects %s in a name', (_, field, text, label) => {
    const message = `${label} must be a single line. Take out the line break`;
    expect(errorsWith({ [field]: text })).toEqual([{ field, message }]);
  });

  it('keeps line breaks and emoji in notes, and removes invisible characters', () => {
    const notes = ' One\r\ntwo\tthree\u202e\u200b \u{1f468}\u200d\u{1f469}\u200d\u{1f467} نمی\u200cخواهم\u{e0041} ';
    expect(accepted({ notes }).notes).toBe('One\ntwo\tthree \u{1f468}\u200d\u{1f469}\u200d\u{1f467} نمی\u200cخواهم');
  });

  it('treats empty optional texts and null as missing, because browsers send them', () => {
    const nothing = { website: null, notes: null, coaFileUrl: null, analytes: [] };
    expect(accepted({ website: '', notes: ' ', coaFileUrl: '' })).toMatchObject(nothing);
    expect(accepted({ website: null, notes: null, coaFileUrl: null, testResults: null })).toMatchObject(nothing);
  });

  it.each([
    ['brandName', 'Brand name is required'],
    ['contactEmail', 'Valid email is required'],
    ['contactName', 'Contact name is required'],
    ['productName', 'Product name is required'],
    ['batchId', 'Batch ID is required'],
    ['testDate', 'Test date is required'],
    ['labName', 'Lab name is required'],
  ])('requires %s: "%s"', (field, message) => {
    expect(errorsOf(without(field))).toEqual([{ field, message }]);
    for (const nothing of ['', '   ', null, [], {}, [['x']]]) {
      expect(errorsWith({ [field]: nothing })).toEqual([{ field, message }]);
    }
    const asText = message.replace(/^(?!Valid)(.*) is required$/, '$1 must be text, such as "7"');
    expect(errorsWith({ [field]: 7 })).toEqual([{ field, message: asText }]);
  });

  it.each([
    ['thcContent', 'THC content'],
    ['cbdContent', 'CBD content'],
  ])('validates %s', (field, label) => {
    const outside = [{ field, message: `${label} must be a number from 0 to 1000 mg` }];
    expect(errorsOf(without(field))).toEqual(outside);
    for (const amount of [-0.01, 1000.01, 1e300, '', null, true, [5], {}]) {
      expect(errorsWith({ [field]: amount })).toEqual(outside);
    }
    const quoted = `${label} must be a number without quotation marks, such as 5`;
    expect(errorsWith({ [field]: '5' })).toEqual([{ field, message: quoted }]);
    for (const amount of [4.821, 0.001, 1e-7, 999.999]) {
      expect(errorsWith({ [field]: amount })).toEqual([{ field, message: `${label} can have at most two decimals` }]);
    }
    for (const amount of [0, 1000, 4.82, 0.29, 1.1]) expect(errorsWith({ [field]: amount })).toEqual([]);
  });

  it.each(['no-at-sign', '@nobody.example', 'a@', 'a@b', 'a b@c.example', `${'a'.repeat(250)}@b.example`])(
    'rejects the email address %s',
    (contactEmail) => {
      expect(errorsWith({ contactEmail })).toEqual([{ field: 'contactEmail', message: 'Valid email is required' }]);
    },
  );

  it.each([
    ['website', 'Website'],
    ['coaFileUrl', 'Certificate file'],
  ])('accepts only http and https URLs as %s', (field, label) => {
    const message = `${label} must be a link that starts with http:// or https://`;
    const wrong = ['juniper-tide.example', 'javascript:alert(1)', 'ftp://a.example', 'https://', 'https:// a', 7];
    for (const address of wrong) expect(errorsWith({ [field]: address })).toEqual([{ field, message }]);
    const tooLong = [{ field, message: `${label} can be at most 500 characters` }];
    expect(errorsWith({ [field]: `https://a.example/${'a'.repeat(500)}` })).toEqual(tooLong);
    expect(errorsWith({ [field]: 'http://ümläut.example/@pfad?a=@b' })).toEqual([]);
  });

  it.each([
    ['website', 'Website'],
    ['coaFileUrl', 'Certificate file'],
  ])('rejects misleading URLs as %s', (field, label) => {
    const user = `${label} can't include a user name. Leave out the part before the @`;
    for (const address of [
      'https://www.known.example@other.example/a.pdf',
      'https://known.example%2fa:b@other.example',
    ]) {
      expect(errorsWith({ [field]: address })).toEqual([{ field, message: user }]);
    }
    const hidden = `${label} has characters that aren't allowed in a link`;
    for (const address of [
      'https://other.example\\@known.example',
      'https://a.example/\u202egpj.exe',
      'https://kno\u200bwn.example',
      'https://a.example/\u0007',
    ]) {
      expect(errorsWith({ [field]: address })).toEqual([{ field, message: hidden }]);
    }
  });

  it.each([
    ['brandName', 'Brand name', 120],
    ['contactName', 'Contact name', 120],
    ['productName', 'Product name', 200],
    ['batchId', 'Batch ID', 100],
    ['labName', 'Lab name', 200],
    ['notes', 'Notes', 2000],
  ])('accepts %s up to its maximum length', (field, label, max) => {
    expect(errorsWith({ [field]: `${'é'.repeat(max - 1)}ß` })).toEqual([]);
    const message = `${label} can be at most ${max} characters`;
    expect(errorsWith({ [field]: 'é'.repeat(max + 1) })).toEqual([{ field, message }]);
  });

  it('has one error for each invalid field', () => {
    const fields = ['brandName', 'contactName', 'contactEmail', 'productName', 'batchId', 'thcContent', 'cbdContent'];
    const found = errorsOf({ thcContent: 5000 }).map(({ field }) => field);
    expect(found.toSorted()).toEqual([...fields, 'testDate', 'labName'].toSorted());
  });

  it.each(['status', 'submissionStatus', 'brandId', 'id', 'underDosed', 'demonstration', 'reviewedAt', 'whatever'])(
    'rejects the unknown field %s, so visitors cannot publish their own submissions',
    (field) => {
      expect(errorsWith({ [field]: 'approved' })).toEqual([{ field, message: `Unknown field "${field}"` }]);
    },
  );
});

describe('test results of any shape', () => {
  const rows = [
    { panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 },
    { panel: 'cannabinoids', name: 'Δ9-THC', valueText: '4.82', value: 4.82 },
  ];
  const nothingMore = { value: null, unit: null, lod: null, loq: null, limit: null, method: null };
  const water = { panel: 'other', name: 'Water', valueText: '90 %' };

  it('are kept as rows when they have our format', () => {
    const draft = accepted({ testResults: { analytes: rows } });
    expect(draft.analytes).toEqual(rows.map((row) => ({ ...nothingMore, ...row })));
    expect(draft).not.toHaveProperty('submittedResults');
  });

  it.each([
    ['beside the rows', { analytes: [water], laboratory: 'Ours' }],
    ['in a row', { analytes: [{ ...water, remark: 'by weight' }] }],
  ])('are kept raw, too, if there is more %s', (_, testResults) => {
    const draft = accepted({ testResults });
    expect(draft.analytes).toEqual([{ ...nothingMore, ...water }]);
    expect(draft.submittedResults).toEqual(testResults);
  });

  it.each([
    ['an object of another shape', { potency: { thc: '4.82 mg' } }],
    ['rows with a panel that does not exist', { analytes: [{ ...rows[0], panel: 'aura' }] }],
    ['verdicts of the submitter', { version: 1, panels: { pesticides: 'passed' } }],
    ['an array', [1, 'two', { three: null }]],
    ['a text', 'see attached'],
    ['a number', 4.82],
    ['false', false],
    ['an empty object', {}],
    ['100 levels of arrays', JSON.parse('['.repeat(100) + ']'.repeat(100))],
    ['odd keys', { '': 1, 'a.b': 2, $where: 3, 'Δ9 ': 4 }],
  ])('are kept raw for the reviewer: %s', (_, testResults) => {
    const draft = accepted({ testResults });
    expect([draft.analytes, draft.submittedResults]).toEqual([[], testResults]);
  });

  it.each([
    ['20 kB of text', 'x'.repeat(19_998)],
    ['6,666 characters of three bytes', '漢'.repeat(6_666)],
    ['500 rows in our shape', { analytes: Array(500).fill({ ...rows[0], method: 'ICP-MS '.repeat(20).trim() }) }],
  ])('are accepted: %s', (_what, testResults) => {
    expect(errorsWith({ testResults })).toEqual([]);
  });

  it.each([
    ['a byte more', 'x'.repeat(19_999)],
    ['fewer characters of more bytes', '漢'.repeat(6_667)],
    ['many rows with something else beside them', { analytes: Array(300).fill(rows[0]), laboratory: 'Ours' }],
    ['240 kB of anything', Array(15_000).fill('a'.repeat(13))],
  ])('are rejected with the limit, beside other errors: %s', (_what, testResults) => {
    const limit = 'Results in a form of your own can be at most 20 kB. Send them as analytes, or link to the file';
    expect(errorsWith({ testResults, brandName: ' ' })).toEqual([
      { field: 'brandName', message: 'Brand name is required' },
      { field: 'testResults', message: limit },
    ]);
  });
});
