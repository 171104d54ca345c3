import rules from '../../../../../content/rules.json' with { type: 'json' };
import { newCheck, newRule, toContent, toDraft } from './rule-draft';

const { rules: editions } = rules;

it.each(editions.map((edition) => [`${edition.id}, edition ${edition.edition}`, edition]))(
  'the form keeps every field of %s',
  (_, { id, edition, readOn, rereadBy, ...rest }) => {
    const { reason: _reason, ...content } = rest as typeof rest & { reason?: string };
    const kept = toContent(toDraft({ isShipped: true, ...content }));
    expect(kept).toMatchObject(content);
  },
);

it('a condition sends the fields of its kind only', () => {
  const typed = {
    ...newCheck(),
    measures: ['ca_total'],
    limit: ' 0.4 ',
    unit: 'ppm' as const,
    analyte: ' LEAD ',
    reason: 'r',
  };
  const contentOf = (kind: 'analyte' | 'not_detected') =>
    (toContent({ ...newRule(), checks: [{ ...typed, kind }] }).checks as unknown[])[0];
  expect(contentOf('analyte')).toEqual({ kind: 'analyte', analyte: 'lead', op: '<=', limit: '0.4', unit: 'ppm' });
  expect(contentOf('not_detected')).toEqual({ kind: 'not_detected', measure: 'ca_total' });
});

it('an analyte that the vocabulary does not have goes to the server as typed', () => {
  const checks = [{ ...newCheck(), kind: 'excluded' as const, analytes: 'THC-O\n\n Gold ', reason: 'r' }];
  expect(toContent({ ...newRule(), checks }).checks).toMatchObject([{ analytes: [expect.any(String), 'Gold'] }]);
});

it('sentences are one a line, and empty fields are null', () => {
  const content = toContent({ ...newRule(), notes: 'One.\n\n Two. \n', textUrl: ' ' });
  expect(content).toMatchObject({ notes: ['One.', 'Two.'], unread: [], textUrl: null, effectiveFrom: null, place: '' });
});
