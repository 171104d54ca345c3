import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import {
  draftNotice,
  noticeEntry,
  type PublicNotice,
  publishNotice,
} from '../../src/domain/coa-registry/certificate/batch-notice.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { batchKey } from '../../src/domain/coa-registry/coa-registry.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { TypeOrmNoticeRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-notice.repository.js';
import { warningsOf } from '../../src/modules/coa-registry/certificate/database/warnings-of.js';
import { ACTOR, aNoticeDraft, approved, NOW } from '../support/builders.js';
import { type OpenRegistry, stepsIn } from './certificate-steps.js';
import { registryOfThisFile } from './open-registry.js';

const BRAND = 'Juniper & Tide';

const emptyRegistry = registryOfThisFile();
let registry: OpenRegistry & { database: DataSource };
let notices: TypeOrmNoticeRepository;
beforeEach(async () => {
  registry = await emptyRegistry();
  notices = new TypeOrmNoticeRepository(registry.database);
});

const submit = (draft: Partial<CertificateDraft>) => stepsIn(() => registry).added({ brandName: BRAND, ...draft });
const publish = async (draft: Partial<CertificateDraft>) => {
  const waiting = await submit(draft);
  return stepsIn(() => registry).change(waiting, approved(waiting), 'submission.approved');
};

async function issue(batches: string): Promise<PublicNotice> {
  const change = { now: NOW, actor: ACTOR };
  const draft = draftNotice(aNoticeDraft({ selection: { batches, product: null } }), randomUUID(), change);
  const notice = publishNotice(
    draft,
    'CBN-2026-0001',
    { ...change, actor: { id: 'sam', name: 'sam' }, version: 1 },
    false,
  );
  const { batches: affected } = await notices.resolve({ batches, product: null });
  await notices.add(draft, noticeEntry('drafted', draft, null, change));
  await notices.change(notice, affected, noticeEntry('published', notice, draft, change));
  return notice;
}

async function warned(id: string): Promise<string[]> {
  const [row] = await registry.database.query<{ warnings: { id: string }[] }[]>(
    `SELECT ${warningsOf('c')} AS "warnings" FROM coa_data c WHERE c."id" = $1`,
    [id],
  );
  return (row?.warnings ?? []).map((warning) => warning.id);
}

it('finds certificates of its batches, published or not, but not the same batch ID of another brand', async () => {
  const one = await publish({ batchId: '#C9030' });
  const waiting = await submit({ batchId: '#c9030', brandName: 'JUNIPER & TIDE', labName: 'Another Lab' });
  const others = [await publish({ batchId: '#C9031' }), await publish({ batchId: '#C9030', brandName: 'Waxwing' })];
  await issue(one.reference);
  expect([await warned(one.id), await warned(waiting.id)]).toEqual([['CBN-2026-0001'], ['CBN-2026-0001']]);
  for (const other of others) expect(await warned(other.id)).toEqual([]);
});

it('still finds them when their brand has another name, by both names', async () => {
  const one = await publish({ batchId: '#C9030' });
  const notice = await issue(`${BRAND},#C9030`);
  await registry.renameBrand(BRAND, 'Juniper');
  const later = await publish({ batchId: '#C9030', brandName: 'Juniper', labName: 'Another Lab' });
  expect([await warned(one.id), await warned(later.id)]).toEqual([['CBN-2026-0001'], ['CBN-2026-0001']]);
  for (const name of [BRAND, 'Juniper']) {
    const found = await notices.aboutBatch({ batchKey: batchKey('#C9030'), brandKey: nameKey(name) });
    expect(found.map(({ id }) => id)).toEqual(['CBN-2026-0001']);
  }
  const { batches } = await notices.affectedBy(notice.id, 9);
  expect(batches[0]?.references).toEqual([one.reference, later.reference].toSorted());
  const scopes = ['Juniper', BRAND, 'Waxwing'].map((name) => ({ brandKey: nameKey(name), productKey: null }));
  const counts = await Promise.all(scopes.map(async (scope) => (await notices.lastModified(9, scope)).length));
  expect(counts).toEqual([1, 1, 0]);
});

it('names a product by the days of its tests, in any spelling, and says when there is none', async () => {
  const inside = await publish({ batchId: 'A', productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-14' });
  await publish({ batchId: 'B', productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-15' });
  await publish({ batchId: 'C', productName: 'Plum Tonic 5 mg', testDate: '2026-10-14' });
  const product = {
    brandName: BRAND,
    productName: 'YUZU  seltzer 5 mg',
    testedFrom: '2026-10-01',
    testedTo: '2026-10-14',
  };
  const found = await notices.resolve({ batches: '', product });
  expect(found).toMatchObject({ unknown: [], batches: [{ batchId: 'A', references: [inside.reference] }] });
  const none = await notices.resolve({ batches: '', product: { ...product, productName: 'Fig Fizz' } });
  expect(none).toEqual({ batches: [], unknown: [`Fig Fizz by ${BRAND}`] });
});
