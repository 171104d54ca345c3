import { LIFECYCLES } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  assertSortable,
  matchesQueue,
  QUEUE_SORTS,
  queueSortKey,
  queueTerm,
  queueText,
} from '../../../src/domain/coa-registry/review/queue.js';
import { aCertificate } from '../../support/builders.js';

const submission = {
  ...aCertificate({
    productName: 'Lime Seltzer 5 mg',
    brandName: 'Waxwing',
    batchId: 'LOT-24/117',
    labName: 'Café Testing (100%)',
    labReportId: 'EA-2026/0I187',
  }),
  reference: 'CB-7K3M-9QXD',
};

describe('a search in the queue', () => {
  it.each([
    'waxwing',
    'LIME',
    'lot 24 117',
    'lot24117',
    'CB-7K3M-9QXD',
    'cb7k3m9qxd',
    'Cb 7K3M 9qxd',
    '7k3m-9qxd',
    '7k3',
    '9QXD',
    'cb-7',
    'K3M-9',
    'EA-2026/01187',
    'ea2026ol187',
    '0I187',
    'ea 2026',
    'café',
    'testing (100%)',
    'TESTING  (100%',
  ])('finds it by %j', (input) => {
    const term = queueTerm(input);
    expect(term && matchesQueue(queueText(submission), term)).toBe(true);
  });

  it.each(['CB-7K3M-9QXE', '3m 9q', 'ea-2027', 'no such lab', 'xw', '24/118'])('does not by %j', (input) => {
    const term = queueTerm(input);
    expect(term && matchesQueue(queueText(submission), term)).toBe(false);
  });

  it.each(['', '  ', '#', '%_%'])('asks for nothing with %j', (input) => expect(queueTerm(input)).toBeNull());

  it.each([
    ['cb7k3m9qxd', 'CB-7K3M-9QXD'],
    ['7K3M 9QXD', 'CB-7K3M-9QXD'],
    ['CB-7K3M-9QXO', 'CB-7K3M-9QX0'],
    ['CB-7K3M', null],
    ['CB-7K3M-9QXDD', null],
  ])('of published ones matches whole references only: %j is %j', (input, reference) => {
    expect(queueTerm(input)?.published.reference).toBe(reference);
  });
});

describe('the orders of the queue', () => {
  it.each(QUEUE_SORTS)('%s has a key for every submission', (sort) => {
    expect(queueSortKey(submission, sort)).toMatch(/./);
  });

  it('by brand goes on with the product', () => {
    expect(queueSortKey(submission, 'brand')).toBe('waxwing\tlime seltzer 5 mg');
  });

  it.each(LIFECYCLES)('by arrival are there for %s', (standing) => {
    expect(() => assertSortable('oldest', standing)).not.toThrow();
    expect(() => assertSortable('newest', standing)).not.toThrow();
  });

  it.each([
    ['due', ['pending']],
    ['brand', ['pending', 'changes_requested']],
    ['lab', ['pending', 'changes_requested']],
  ] as const)('by %s are there for %j only', (sort, open) => {
    for (const standing of LIFECYCLES) {
      const attempt = expect(() => assertSortable(sort, standing));
      if ((open as readonly string[]).includes(standing)) attempt.not.toThrow();
      else attempt.toThrow('can be sorted this way');
    }
  });
});
