import {
  type Certificate,
  type CertificateDraft,
  submit,
} from '../../src/domain/coa-registry/certificate/certificate.js';
import type { CertificateStatus } from '../../src/domain/coa-registry/certificate/test-results.js';
import { aDraft, approved, NOW, PASSED } from '../support/builders.js';

const SELTZERS = 2600;
const OTHERS = 300;

const BRANDS = ['Third Porch', 'Waxwing', 'Ember & Rind', 'Maple Static', 'Otter Creek'] as const;

/**
 * Approved certificates to list: 2,600 seltzers, tested in 2025; 300 tonics, tested in 2026; and a few with odd batch
 * ids. Few days and strengths, so that many tie; ids in no order.
 */
export const LIBRARY: readonly Certificate[] = [
  ...Array.from({ length: SELTZERS }, (_, i) => aSeltzer(i)),
  ...Array.from({ length: OTHERS }, (_, i) => aTonic(i)),
  ...['PURE_99.9%', "O'Neill", 'CHARGE-Ä17/26', '抹茶-01', 'ЧАЙ-7', 'ZQ-1'].map((batchId, i) =>
    published(SELTZERS + OTHERS + i, {
      batchId,
      productName: 'Cola',
      brandName: 'Little Comet',
      testDate: '2024-06-01',
    }),
  ),
];

function aSeltzer(i: number): Certificate {
  // "Thousand" is in exactly 1,000 names, "Onemore" in one more, "Elderflower" in 13.
  const flavours = [i < 1000 && 'Thousand', i < 1001 && 'Onemore', i % 200 === 0 && 'Elderflower', 'Seltzer'];
  return published(i, {
    productName: `${flavours.filter(Boolean).join(' ')} 5 mg`,
    thcContent: 3 + (i % 11) / 4,
    testDate: `2025-${two(1 + (i % 12))}-${two(1 + (i % 3))}`,
  });
}

function aTonic(i: number): Certificate {
  return published(SELTZERS + i, {
    productName: 'Plum Tonic 10 mg',
    thcContent: [0.5, 9.67, 40][i % 3],
    testDate: `2026-${two(1 + (i % 4))}-01`,
  });
}

function published(i: number, differing: Partial<CertificateDraft>): Certificate {
  const waiting = submit(
    aDraft({
      batchId: `LIB-${i}`,
      brandName: BRANDS[(i * 7) % BRANDS.length],
      cbdContent: (i % 50) / 10,
      ...differing,
    }),
    idOf(i),
    NOW,
  );
  const status: CertificateStatus = i % 17 === 0 ? 'failed' : i % 23 === 0 ? 'pending' : 'passed';
  const residualSolvents = i % 5 === 0 ? 'not_tested' : 'passed';
  return approved(waiting, { status, panels: { ...PASSED.panels, pesticides: status, residualSolvents } });
}

/** Ids that come in another order than the certificates, in every run the same (multiplying by an odd number mixes). */
function idOf(i: number): string {
  const mixed = (Math.imul(i + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-${(i % 65_536).toString(16).padStart(4, '0')}-4000-8000-000000000000`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
