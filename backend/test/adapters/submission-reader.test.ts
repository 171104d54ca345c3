import { batchKey } from '../../src/domain/coa-registry/certificate/batch-key.js';
import {
  type CertificateDraft,
  type Lifecycle,
  submit,
} from '../../src/domain/coa-registry/certificate/certificate.js';
import { UNCONFIRMED_PANELS } from '../../src/domain/coa-registry/certificate/test-results.js';
import { labSearchParts } from '../../src/domain/coa-registry/review/lab-search.js';
import { type ListedCertificate, listed } from '../../src/domain/coa-registry/review/listed-certificate.js';
import {
  type LabCertificate,
  type LabListCursor,
  type OwnCertificatesQuery,
  WAITING_FOR_BATCH_MAX,
} from '../../src/domain/coa-registry/review/ports.js';
import {
  type QueuePosition,
  type QueueQuery,
  type QueueSort,
  queueTerm,
} from '../../src/domain/coa-registry/review/queue.js';
import { withdrawUnpublished } from '../../src/domain/coa-registry/submission/sender-changes.js';
import { aCertificate, aDraft, anAmendment, NOW } from '../support/builders.js';
import { aLine, hour, IN_QUEUE, type OpenRegistry, stepsIn, UNKNOWN, walk } from './certificate-steps.js';
import { registryOfThisFile } from './open-registry.js';

const openRegistry = registryOfThisFile();
let registry: OpenRegistry;
beforeEach(async () => {
  registry = await openRegistry();
});
const steps = stepsIn(() => registry);
const { add, added, change, approve, published, refuse, sendBack, withdraw, replace, amendmentOf } = steps;

describe('the queue', () => {
  const pageOf = (query: Partial<QueueQuery> = {}) => registry.submissions.queue({ ...IN_QUEUE, ...query });
  const batchesOf = async (query: Partial<QueueQuery>) => (await pageOf(query)).items.map(({ batchId }) => batchId);

  it('holds what waits in the order it came, and of one moment by id', async () => {
    const all = await Promise.all([3, 1, 2, 1, 3, 1].map((n) => added({}, hour(n))));
    const inOrder = all.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
    expect((await pageOf()).items).toEqual(inOrder.map(listed));
    const everyPage = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ limit: 2, after }));
    expect(everyPage.map(({ items }) => items.length)).toEqual([2, 2, 2]);
    expect(everyPage.flatMap(({ items }) => items)).toEqual(inOrder.map(listed));
    for (const { total } of everyPage) expect(total).toEqual({ count: 6, relation: 'eq' });
  });

  it('leaves out measured lines and raw results, which can be long, and keeps what was reported', async () => {
    const reported = { status: 'pending', panels: UNCONFIRMED_PANELS } as const;
    const whole = await added({
      analytes: [aLine('<LOQ', null)],
      submittedResults: { sheet: 'as sent' },
      reported,
    });
    const [row] = (await pageOf()).items;
    expect(row?.testResults).toEqual({ version: 1, panels: UNCONFIRMED_PANELS, reported });
    expect((await registry.coas.byId(whole.id))?.testResults).toMatchObject({ submitted: { sheet: 'as sent' } });
  });

  it('keeps the place of one that was sent back and came again', async () => {
    const first = await sendBack(await added({ batchId: 'first' }, hour(1)));
    await added({ batchId: 'second' }, hour(2));
    const again = { ...first, lifecycle: 'pending' as const, version: first.version + 1 };
    await steps.change(first, again);
    expect(await batchesOf({})).toEqual(['first', 'second']);
  });

  it('of each standing holds those and counts them', async () => {
    const original = await published({ batchId: 'superseded' });
    await replace(original, await amendmentOf(original, { batchId: 'approved' }));
    await added({ batchId: 'pending' });
    await sendBack(await added({ batchId: 'changes_requested' }));
    await refuse(await added({ batchId: 'rejected' }));
    await withdraw(await published({ batchId: 'withdrawn' }));
    for (const lifecycle of [
      'pending',
      'changes_requested',
      'approved',
      'rejected',
      'withdrawn',
      'superseded',
    ] as const) {
      const page = await pageOf({ lifecycle });
      expect(page.items.map(({ batchId }) => batchId)).toEqual([lifecycle]);
      expect(page).toMatchObject({ next: null, total: { count: 1, relation: 'eq' } });
    }
    expect(await pageOf({ lifecycle: 'pending', source: 'staff' })).toEqual({
      items: [],
      next: null,
      total: { count: 0, relation: 'eq' },
    });
  });

  describe('filtered by', () => {
    beforeEach(async () => {
      const labId = await registry.addPartnerLab('Example Analytical');
      await add(aCertificate({ batchId: 'form-early', brandName: 'Waxwing' }, new Date('2026-11-09T15:00:00Z')));
      await add(aCertificate({ batchId: 'lab-early' }, new Date('2026-11-10T15:00:00Z'), { source: 'lab', labId }));
      await add(aCertificate({ batchId: 'form-late' }, new Date('2026-11-18T15:00:00Z')));
      await add(
        aCertificate({ batchId: 'lab-late', brandName: 'Waxwing' }, new Date('2026-11-19T15:00:00Z'), {
          source: 'lab',
          labId,
        }),
      );
      await refuse(await added({ batchId: 'lab-rejected' }));
    });

    it.each<[string, [string, Partial<QueueQuery>, string[]][]]>([
      [
        'a source',
        [
          ['one', { source: 'lab' }, ['lab-early', 'lab-late']],
          ['the other', { source: 'submitter' }, ['form-early', 'form-late']],
          ['one that sent nothing', { source: 'staff' }, []],
          ['one with another standing', { source: 'lab', lifecycle: 'rejected' }, []],
        ],
      ],
      [
        'what was due before',
        [
          ['the day after its due date', { dueBefore: '2026-11-14' }, ['form-early']],
          ['the day after', { dueBefore: '2026-11-17' }, ['form-early', 'lab-early']],
          ['anything was', { dueBefore: '2026-11-13' }, []],
        ],
      ],
      [
        'a word',
        [
          ['whole', { search: queueTerm('waxwing') }, ['form-early', 'lab-late']],
          ['its middle', { search: queueTerm('axwi') }, ['form-early', 'lab-late']],
          ['two letters that begin one', { search: queueTerm('ea') }, ['form-early', 'lab-early']],
          ['two letters that do not', { search: queueTerm('ax') }, []],
          [
            'with all the others',
            { source: 'lab', dueBefore: '2026-11-17', search: queueTerm('early') },
            ['lab-early'],
          ],
        ],
      ],
    ])('%s holds those, and counts them', async (_what, cases) => {
      for (const [name, query, expected] of cases) {
        const { items, total } = await pageOf(query);
        expect([name, items.map(({ batchId }) => batchId)]).toEqual([name, expected]);
        expect(total).toEqual({ count: expected.length, relation: 'eq' });
      }
    });

    it('lab, report number or reference holds those, as the text that the domain makes', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 16, minute));
      const reference = 'CB-7K3M-9QXD';
      await add({ ...aCertificate({ batchId: 'one' }, at(0)), reference });
      await add(aCertificate({ batchId: 'two', labName: 'Bright Column (Denver)' }, at(1)));
      await add(aCertificate({ batchId: 'three', labReportId: 'EA-2026/01187' }, at(2)));
      for (const [input, expected] of [
        ['BRIGHT  Column', ['two']],
        ['column (denver)', ['two']],
        ['ea 2026 o1187', ['three']],
        ['01187', ['three']],
        ['cb7k3m9qxd', ['one']],
        ['7K3M', ['one']],
        ['9QXD', ['one']],
        ['K3M-9', ['one']],
        ['CB-7K3M-9QXE', []],
      ] as const) {
        expect([input, await batchesOf({ search: queueTerm(input) })]).toEqual([input, expected]);
      }
    });

    it.each<[QueueSort, string[]]>([
      ['oldest', ['form-early', 'lab-early', 'form-late', 'lab-late']],
      ['newest', ['lab-late', 'form-late', 'lab-early', 'form-early']],
      ['due', ['form-early', 'lab-early', 'form-late', 'lab-late']],
      ['brand', ['form-late', 'lab-early', 'form-early', 'lab-late']],
    ])('%s first holds all of them in that order, page by page', async (sort, expected) => {
      const pages = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ sort, limit: 1, after }));
      const found = pages.flatMap(({ items }) => items);
      // Two of one brand and product come in the order of their ids.
      const brandOf = ({ brandName }: ListedCertificate) => brandName;
      const named = (batches: readonly string[]) => batches.map((name) => found.find((one) => one.batchId === name));
      if (sort === 'brand') expect(found.map(brandOf)).toEqual(named(expected).map((one) => one && brandOf(one)));
      else expect(found.map(({ batchId }) => batchId)).toEqual(expected);
      expect(new Set(found.map(({ id }) => id)).size).toBe(4);
    });

    it('lab holds them by the name of the lab, whatever its case', async () => {
      await add(aCertificate({ batchId: 'z', labName: 'zebra labs' }, hour(1)));
      await add(aCertificate({ batchId: 'a', labName: 'Aardvark Labs' }, hour(2)));
      const pages = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ sort: 'lab', limit: 2, after }));
      const labs = pages.flatMap(({ items }) => items.map(({ labName }) => labName));
      expect(labs).toEqual(['Aardvark Labs', ...Array(4).fill('Example Analytical'), 'zebra labs']);
    });

    it('a source and a word leads from page to page', async () => {
      const pages = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ source: 'lab', limit: 1, after }));
      expect(pages.map(({ items }) => items.map(({ batchId }) => batchId))).toEqual([['lab-early'], ['lab-late']]);
    });
  });

  it('finds published ones by word, lab, whole report number and whole reference', async () => {
    const reference = 'CB-7K3M-9QXD';
    await approve(await add({ ...aCertificate({ batchId: 'one' }), reference }));
    await published({ batchId: 'two', labName: 'Bright Column' });
    await published({ batchId: 'three', labReportId: 'EA-2026/01187', brandName: 'Waxwing' });
    const found = (input: string) => batchesOf({ lifecycle: 'approved', search: queueTerm(input) });
    expect(await found('cb 7k3m 9qxd')).toEqual(['one']);
    expect(await found('bright')).toEqual(['two']);
    expect(await found('ea202601187')).toEqual(['three']);
    expect(await found('waxwing')).toEqual(['three']);
    expect(await found('nothing like it')).toEqual([]);
  });

  it("knows which submissions wait for a brand's batch, however many wait for the same batch id", async () => {
    const brandName = 'Waxwing';
    for (let i = 0; i < WAITING_FOR_BATCH_MAX + 1; i += 1) await added({ batchId: 'LOT 1', brandName: 'Flood' });
    const first = await added({ batchId: 'LOT 1', brandName });
    await published({ batchId: 'LOT 2', brandName });
    await refuse(await added({ batchId: 'LOT 3', brandName }));
    const batches = ['lot 1', 'lot 2', 'lot 3', 'lot 1'].map((key) => ({ batchKey: key, brandKey: 'waxwing' }));
    const waiting = await registry.submissions.waitingFor(batches);
    expect(waiting).toEqual([{ id: first.id, batchKey: 'lot 1', brandName }]);
    expect(await registry.submissions.waitingFor([])).toEqual([]);
  });
});

describe('what there is to do', () => {
  const none = { count: 0, relation: 'eq' };

  it('is counted by standing and due date, which has not passed on the day itself', async () => {
    const nothing = { pending: none, overdue: none, changesRequested: none, spotChecks: none };
    expect(await registry.submissions.queueCounts('2026-11-20')).toEqual(nothing);
    const early = new Date('2026-11-09T15:00:00Z'); // due on the 13th
    await added({}, early);
    await added();
    await sendBack(await added({}, early));
    await refuse(await added({}, early));
    await withdraw(await published({}, early));
    const counted = {
      pending: { count: 2, relation: 'eq' },
      changesRequested: { count: 1, relation: 'eq' },
      spotChecks: none,
    };
    expect(await registry.submissions.queueCounts('2026-11-13')).toEqual({ ...counted, overdue: none });
    expect(await registry.submissions.queueCounts('2026-11-14')).toEqual({
      ...counted,
      overdue: { count: 1, relation: 'eq' },
    });
  });

  it('has the published certificates that are to be checked afterwards', async () => {
    const one = await published({ batchId: 'sampled' });
    await change(one, { ...one, spotCheck: 'due', version: one.version + 1 });
    const other = await published();
    await change(other, { ...other, spotCheck: 'agrees', version: other.version + 1 });
    const { spotChecks } = await registry.submissions.queueCounts('2026-11-20');
    expect(spotChecks).toEqual({ count: 1, relation: 'eq' });
    const due = { ...IN_QUEUE, lifecycle: 'approved', spotChecksOnly: true } as const;
    expect((await registry.submissions.queue(due)).items.map(({ batchId }) => batchId)).toEqual(['sampled']);
  });

  it('is counted exactly up to 1,000, as is the queue', async () => {
    const capped = async () => {
      const { pending, overdue } = await registry.submissions.queueCounts('2027-01-01');
      const { total } = await registry.submissions.queue({ ...IN_QUEUE, limit: 1 });
      return [pending, overdue, total];
    };
    await registry.load(Array.from({ length: 1000 }, (_, i) => aCertificate({ batchId: `many ${i}` })));
    expect(await capped()).toEqual(Array(3).fill({ count: 1000, relation: 'eq' }));
    await added();
    expect(await capped()).toEqual(Array(3).fill({ count: 1000, relation: 'gte' }));
  });
});

describe("a laboratory's own certificates", () => {
  it('come newest first, of one moment by id, page by page, and are counted, for staff too', async () => {
    const labId = await registry.addPartnerLab('Example Analytical');
    const sender = { source: 'lab', labId } as const;
    const all = await Promise.all([2, 1, 3, 1].map((n) => add(aCertificate({}, hour(n), sender))));
    await add(aCertificate({}, hour(1), { source: 'lab', labId: await registry.addPartnerLab('Another Lab') }));
    await added({ labName: 'Example Analytical' });
    const inOrder = all.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
    const pages = await walk<ListedCertificate, LabListCursor>((after) =>
      registry.submissions.ofLab({ ...ANY_OF_LAB, labId, limit: 3, after }),
    );
    expect(pages.flatMap(({ items }) => items)).toEqual(inOrder.map(listed));
    const ofStaff = await walk<LabCertificate, LabListCursor>((after) =>
      registry.submissions.searchOfLab({ labId, lifecycle: null, search: null, limit: 3, after }),
    );
    expect(ofStaff.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(inOrder.map(({ id }) => id));
    for (const both of [pages, ofStaff]) {
      expect(both.map(({ total }) => total)).toEqual(Array(2).fill({ count: 4, relation: 'eq' }));
    }
  });

  it('can be filtered by status', async () => {
    const labId = await registry.addPartnerLab('Example Analytical');
    const sender = { source: 'lab', labId } as const;
    const waiting = await add(aCertificate({}, NOW, sender));
    const current = await approve(await add(aCertificate({}, NOW, sender)));
    const ids = async (lifecycle: 'pending' | 'approved' | 'rejected') => {
      const page = await registry.submissions.ofLab({ ...ANY_OF_LAB, labId, lifecycle });
      return page.items.map(({ id }) => id);
    };
    expect(await ids('pending')).toEqual([waiting.id]);
    expect(await ids('approved')).toEqual([current.id]);
    expect(await ids('rejected')).toEqual([]);
  });

  it('name what replaced them, once that is published', async () => {
    const original = await published({ batchId: 'LOT 1' });
    const amendment = await amendmentOf(original, { batchId: 'LOT 1 A' });
    const replacements = () => registry.submissions.replacementsOf([original.id, amendment.id]);
    expect(await replacements()).toEqual(new Map());
    await replace(original, amendment);
    const { id, reference, batchId } = amendment;
    expect(await replacements()).toEqual(new Map([[original.id, { id, reference, batchId }]]));
    expect(await registry.submissions.replacementsOf([])).toEqual(new Map());
  });

  it('can be filtered by report number and batch, in any case and spacing, and together', async () => {
    const labId = await registry.addPartnerLab('Example Analytical');
    const sender = { source: 'lab', labId } as const;
    const sent = (batchId: string, labReportId: string | null) =>
      add(aCertificate({ batchId, labReportId, labName: 'A Former Name' }, NOW, sender));
    const one = await sent('LOT 1', 'Bière EA  7');
    const two = await sent('LOT 2', 'Bière EA 7');
    await sent('LOT 3', 'EA 70');
    await sent('LOT 4', null);
    const other = { source: 'lab', labId: await registry.addPartnerLab('Another Lab') } as const;
    await add(aCertificate({ batchId: 'LOT 5', labReportId: 'Bière EA 7' }, NOW, other));
    const found = async (query: Partial<OwnCertificatesQuery>) => {
      const { items, total } = await registry.submissions.ofLab({ ...ANY_OF_LAB, labId, ...query });
      expect(total).toEqual({ count: items.length, relation: 'eq' });
      return items.map(({ id }) => id).toSorted();
    };
    const both = [one.id, two.id].toSorted();
    expect(await found({ labReportId: 'Bière EA 7' })).toEqual(both);
    expect(await found({ labReportId: 'Bie\u0300re ea \u00a0 7' })).toEqual(both);
    expect(await found({ labReportId: 'EA 7' })).toEqual([]);
    expect(await found({ labReportId: '%' })).toEqual([]);
    expect(await found({ batchKey: batchKey(' lot  2 ') })).toEqual([two.id]);
    expect(await found({ batchKey: batchKey('LOT 5') })).toEqual([]);
    expect(await found({ labReportId: 'Bière EA 7', batchKey: batchKey('LOT 1') })).toEqual([one.id]);
    expect(await found({ labReportId: 'EA 70', batchKey: batchKey('LOT 1') })).toEqual([]);
    expect(await found({ labReportId: 'Bière EA 7', lifecycle: 'approved' })).toEqual([]);
  });
});

describe('certificates of a lab, for staff', () => {
  const search = async (labId: string, typed: string | null, lifecycle: Lifecycle | null = null) => {
    const parts = typed === null ? null : labSearchParts(typed);
    return registry.submissions.searchOfLab({ labId, lifecycle, search: parts, limit: 9, after: null });
  };

  it('have every status, and can be filtered by it', async () => {
    const labId = await registry.addPartnerLab('Example Analytical');
    const sent = (n: number) => add(aCertificate({ labReportId: `EA-${n}` }, hour(n), { source: 'lab', labId }));
    const waiting = await sent(1);
    const current = await approve(await sent(2));
    const withdrawn = await sent(3);
    await change(withdrawn, withdrawUnpublished(withdrawn, 'Wrong sample.', hour(4)));
    const { items } = await search(labId, null);
    expect(items.map(({ id, lifecycle, takenBack }) => [id, lifecycle, takenBack])).toEqual([
      [withdrawn.id, 'rejected', true],
      [current.id, 'approved', false],
      [waiting.id, 'pending', false],
    ]);
    const { brandName, productName, batchId, reference, testDate, reviewedAt, createdAt } = current;
    expect(items[1]).toEqual({
      id: current.id,
      reference,
      brandName,
      productName,
      batchId,
      labReportId: 'EA-2',
      testDate,
      outcome: 'passed',
      lifecycle: 'approved',
      takenBack: false,
      createdAt,
      reviewedAt,
      endedAt: null,
    });
    expect((await search(labId, null, 'pending')).items.map(({ id }) => id)).toEqual([waiting.id]);
    expect((await search(labId, 'ea-2', 'pending')).items).toEqual([]);
    expect((await search(labId, null, 'withdrawn')).total).toEqual({ count: 0, relation: 'eq' });
  });

  it('are found by product, brand, batch, reference and report number, and by nothing else', async () => {
    const labId = await registry.addPartnerLab('Example Analytical');
    const draft = {
      productName: 'Blood Orange 10 mg',
      brandName: 'Oil & Lily',
      batchId: 'LOT-24/117',
      labReportId: 'EA-2026-01187',
      notes: 'Confidential',
      contactName: 'Someone',
    };
    const { reference } = await add(aCertificate(draft, NOW, { source: 'lab', labId }));
    await add(aCertificate({ labReportId: null, batchId: 'C-1' }, NOW, { source: 'lab', labId }));
    const other = { source: 'lab', labId: await registry.addPartnerLab('Another Lab') } as const;
    await add(aCertificate({ ...draft, batchId: 'another' }, NOW, other));
    const isFound = async (typed: string) => (await search(labId, typed)).items.map((one) => one.reference);
    for (const typed of [
      'orange',
      'blood ORANGE',
      'oil & lily',
      'lily',
      'lot 24',
      '24/117',
      'EA-2026-01187',
      'ea-2026',
      '01187',
      'EA',
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ''),
      reference.slice(0, 7),
    ]) {
      expect([typed, await isFound(typed)]).toEqual([typed, [reference]]);
    }
    for (const typed of ['confidential', 'someone', 'EA-2027', 'CB-0000-0000', '%', '_', '||', '01188']) {
      expect([typed, await isFound(typed)]).toEqual([typed, []]);
    }
  });
});

describe('what is related', () => {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const tested = (testDate: string, differing: Partial<CertificateDraft> = {}) => published({ testDate, ...differing });

  it('is nothing beside the only record', async () => {
    const only = await published();
    expect(await registry.submissions.related(only)).toEqual({ sameBatch: [], sameBrand: [], similarProducts: [] });
  });

  it('shows of each what a reviewer compares', async () => {
    const other = await published({ batchId: 'y' });
    const { sameBrand } = await registry.submissions.related(aCertificate());
    const { id, reference, brandName, productName, batchId, labName, labReportId } = other;
    const { thcContent, cbdContent, testDate, outcome, lifecycle, takenBack } = other;
    expect(sameBrand).toEqual([
      {
        id,
        reference,
        brandName,
        productName,
        batchId,
        labName,
        labReportId,
        thcContent,
        cbdContent,
        testDate,
        outcome,
        lifecycle,
        takenBack,
      },
    ]);
  });

  it('are all records of the batch, the newest first, at most 20', async () => {
    const original = await published({ batchId: 'x' }, hour(1));
    const amendment = await add(anAmendment(original, {}, { at: hour(2) }));
    const [, current] = await replace(original, amendment);
    expect(ids((await registry.submissions.related(original)).sameBatch)).toEqual([current.id]);
    expect(ids((await registry.submissions.related(aCertificate({ batchId: 'X' }))).sameBatch)).toEqual([
      current.id,
      original.id,
    ]);
    for (let n = 3; n < 22; n += 1) await refuse(await add(anAmendment(current, {}, { at: hour(n) })));
    expect((await registry.submissions.related(aCertificate({ batchId: 'x' }))).sameBatch).toHaveLength(20);
  });

  it('are published certificates of the brand, the latest test first, at most five', async () => {
    const days = ['2026-01-03', '2026-01-01', '2026-01-05', '2026-01-02', '2026-01-06', '2026-01-04'];
    for (const testDate of days) await tested(testDate, { productName: `Tea ${testDate}` });
    await added({ productName: 'Tea' });
    await withdraw(await published({ productName: 'Tea' }));
    await published({ brandName: 'Waxwing', productName: 'Tea' });
    const { sameBrand } = await registry.submissions.related(
      aCertificate({ brandName: ' JUNIPER  & tide', productName: 'Cola' }),
    );
    expect(sameBrand.map(({ testDate }) => testDate)).toEqual(days.toSorted().toReversed().slice(0, 5));
  });

  it('are published certificates of products of that name from any brand, the latest test first', async () => {
    const one = await tested('2026-01-02', { brandName: 'Waxwing', productName: 'YUZU  Séltzer' });
    const two = await tested('2026-01-03', { brandName: 'Ember', productName: 'Old Yuzu Seltzer' });
    const three = await tested('2026-01-01', { productName: 'Yuzu-Seltzer' });
    await published({ productName: 'Yuzu Seltzer 5 mg' });
    await published({ productName: 'Yuzu', brandName: 'Seltzer' });
    await added({ productName: 'Yuzu Seltzer' });
    const { similarProducts } = await registry.submissions.related(aCertificate({ productName: 'Yuzu Seltzer' }));
    expect(ids(similarProducts)).toEqual([two.id, one.id, three.id]);
  });

  it('are at most five of them', async () => {
    for (let n = 0; n < 6; n += 1) await published({ brandName: `Brand ${n}`, productName: 'Tea' });
    expect((await registry.submissions.related(aCertificate({ productName: 'Tea' }))).similarProducts).toHaveLength(5);
  });

  it('are none to a product named without a letter', async () => {
    await published({ productName: '!?', brandName: 'Waxwing' });
    expect((await registry.submissions.related(aCertificate({ productName: '?!' }))).similarProducts).toEqual([]);
  });

  it('are found by any name', async () => {
    for (const productName of ["O'Neill % _ \\ tea", '抹茶', 'z']) {
      const other = await published({ productName, brandName: 'Waxwing' });
      const { similarProducts } = await registry.submissions.related(aCertificate({ productName }));
      expect(ids(similarProducts)).toEqual([other.id]);
    }
  });

  it('to an unknown certificate is found by what it says', async () => {
    const unknown = submit(aDraft({ batchId: 'x' }), UNKNOWN, NOW);
    const other = await published({ batchId: 'x' });
    const related = await registry.submissions.related(unknown);
    expect(Object.values(related).map(ids)).toEqual([[other.id], [other.id], [other.id]]);
  });
});

const ANY_OF_LAB: Omit<OwnCertificatesQuery, 'labId'> = {
  lifecycle: null,
  labReportId: null,
  batchKey: null,
  updatedSince: null,
  limit: 9,
  after: null,
};
