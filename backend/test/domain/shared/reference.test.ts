import fc from 'fast-check';
import { referenceOf } from '../../../src/domain/coa-registry/certificate/certificate-reference.js';
import { parseReference } from '../../../src/domain/shared/reference.js';

describe('parsing a typed reference', () => {
  it.each([
    'CB-7K3M-9QXD',
    'cb-7k3m-9qxd',
    'cb7k3m9qxd',
    'CB7K3M-9QXD',
    ' CB 7K3M 9QXD ',
    'CB–7K3M–9QXD',
    'CB‑7K3M‑9QXD',
  ])('accepts %j', (text) => {
    expect(parseReference(text)).toBe('CB-7K3M-9QXD');
  });

  it('replaces letters with the digits they resemble', () => {
    expect(parseReference('CB-OIL0-11OO')).toBe('CB-0110-1100');
  });

  it.each([
    '',
    'CB-',
    'CB-7K3M-9QX',
    'CB-7K3M-9QXDD',
    'XB-7K3M-9QXD',
    'C8-7K3M-9QXD',
    'CB-7K3M-9QXU',
    'certificate:CB-7K3M-9QXD',
    'CB_7K3M_9QXD',
  ])('rejects %j', (text) => {
    expect(parseReference(text)).toBeNull();
  });

  it('accepts every generated reference, in any case and without dashes', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const reference = referenceOf(id);
        expect(parseReference(reference.toLowerCase())).toBe(reference);
        expect(parseReference(reference.replaceAll('-', ''))).toBe(reference);
      }),
    );
  });
});
