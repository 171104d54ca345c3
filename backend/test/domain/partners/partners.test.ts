import {
  assertScope,
  isWellFormed,
  KeyAlreadyRevoked,
  KeyExpired,
  KeyMalformed,
  KeyMissing,
  KeyNotFound,
  type KeyOptions,
  KeyRevoked,
  KeyUnknown,
  keyText,
  LabSuspended,
  SandboxFull,
  ScopeMissing,
  TooManyKeys,
} from '../../../src/domain/partners/key.js';
import { type Lab, LabChanged, LabNameTaken } from '../../../src/domain/partners/lab.js';
import { LabNotFound, Partners } from '../../../src/domain/partners/partners.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryKeySecrets, InMemoryLabRepository } from '../../support/in-memory-lab-repository.js';

const DETAILS = { name: 'Example Analytical', website: 'https://lab.example', contactEmail: 'data@lab.example' };
const ORDER: KeyOptions = { label: 'LIMS', scopes: ['certificates:read'], validDays: null };
const UNKNOWN_ID = '99999999-0000-4000-8000-000000000000';

let repository: InMemoryLabRepository;
let clock: StoppedClock;
let partners: Partners;
beforeEach(() => {
  repository = new InMemoryLabRepository();
  clock = new StoppedClock();
  partners = new Partners(repository, new InMemoryKeySecrets(), clock, new NumberedIds(), 'live');
});

const aLab = (name = DETAILS.name): Promise<Lab> => partners.create({ ...DETAILS, name }, ACTOR);
const lastEntry = () => repository.audit.at(-1);

describe('a lab', () => {
  it('is active and not trusted at first', async () => {
    const lab = await partners.create({ ...DETAILS, name: '  Example   Analytical ' }, ACTOR);
    expect(lab).toEqual({
      ...DETAILS,
      id: '00000001-0000-4000-8000-000000000000',
      nameKey: 'example analytical',
      accreditation: null,
      reportHosts: [],
      trusted: false,
      suspended: false,
      version: 1,
      createdAt: NOW,
      demonstration: false,
    });
    expect(await partners.labById(lab.id)).toEqual(lab);
    expect(lastEntry()).toEqual({
      at: NOW,
      actor: ACTOR,
      action: 'lab.created',
      subject: `lab:${lab.id}`,
      before: null,
      after: { ...DETAILS, accreditation: null, reportHosts: [] },
    });
  });

  it('can be edited with its current version', async () => {
    const { id } = await aLab();
    const changed = { name: 'Renamed', website: null, contactEmail: 'new@lab.example' };
    const lab = await partners.edit(id, 1, changed, ACTOR);
    expect(lab).toMatchObject({ ...changed, nameKey: 'renamed', version: 2 });
    expect(lastEntry()).toMatchObject({ action: 'lab.changed', before: DETAILS, after: changed });
    await expect(partners.edit(id, 1, DETAILS, ACTOR)).rejects.toThrow(LabChanged);
    expect(await partners.labById(id)).toEqual(lab);
  });

  it('has an accreditation entered by staff, with every entry in the audit log', async () => {
    const { id } = await aLab();
    const details = {
      body: 'Example Accreditation Board',
      number: '1234.56',
      scopeUrl: 'https://a2la.example/1234',
      expiresOn: '2027-06-30',
    };
    const entered = { ...details, enteredOn: '2026-11-20' };
    const lab = await partners.edit(id, 1, { ...DETAILS, accreditation: details }, ACTOR);
    expect(lab.accreditation).toEqual(entered);
    expect(lastEntry()).toMatchObject({ before: { accreditation: null }, after: { accreditation: entered } });

    clock.goOn(3 * 24);
    const renamed = await partners.edit(id, 2, { ...DETAILS, name: 'Renamed', accreditation: details }, ACTOR);
    expect(renamed.accreditation).toEqual(entered);
    expect((await partners.edit(id, 3, DETAILS, ACTOR)).accreditation).toBeNull();
    expect(lastEntry()).toMatchObject({ before: { accreditation: entered }, after: { accreditation: null } });
  });

  it.each([
    ['trusted', 'setTrusted', 'lab.trusted', 'lab.trust-withdrawn'],
    ['suspended', 'setSuspended', 'lab.suspended', 'lab.resumed'],
  ] as const)('can be %s and no longer, each time with a reason in the audit log', async (field, set, on, off) => {
    const { id } = await aLab();
    expect(await partners[set](id, 1, true, 'first reason', ACTOR)).toMatchObject({ [field]: true });
    const isSet = { [field]: true, reason: 'first reason' };
    expect(lastEntry()).toMatchObject({ action: on, before: { [field]: false }, after: isSet });
    expect(await partners[set](id, 2, false, 'second reason', ACTOR)).toMatchObject({ [field]: false });
    const isUnset = { [field]: false, reason: 'second reason' };
    expect(lastEntry()).toMatchObject({ action: off, before: { [field]: true }, after: isUnset });
  });

  it('keeps its version, without an audit entry, if nothing changes', async () => {
    const lab = await aLab();
    expect(await partners.setTrusted(lab.id, 1, false, 'x', ACTOR)).toEqual(lab);
    expect(await partners.setSuspended(lab.id, 1, false, 'x', ACTOR)).toEqual(lab);
    expect(repository.audit).toHaveLength(1);
  });

  it('can be changed with its current version only', async () => {
    const { id } = await aLab();
    await expect(partners.setTrusted(id, 2, true, 'x', ACTOR)).rejects.toThrow(LabChanged);
    await expect(partners.setSuspended(id, 0, true, 'x', ACTOR)).rejects.toThrow(LabChanged);
  });

  it('is not found if it does not exist', async () => {
    for (const attempt of [
      () => partners.labById(UNKNOWN_ID),
      () => partners.edit(UNKNOWN_ID, 1, DETAILS, ACTOR),
      () => partners.setTrusted(UNKNOWN_ID, 1, true, 'x', ACTOR),
      () => partners.setSuspended(UNKNOWN_ID, 1, true, 'x', ACTOR),
      () => partners.keysOf(UNKNOWN_ID),
      () => partners.issueKey(UNKNOWN_ID, ORDER, ACTOR),
    ]) {
      await expect(attempt()).rejects.toThrow(LabNotFound);
    }
  });
});

describe('a key', () => {
  it('is shown once; only a prefix and a digest are stored', async () => {
    const { id: labId } = await aLab();
    const { key, text } = await partners.issueKey(labId, { ...ORDER, validDays: 30 }, ACTOR);
    expect(text).toBe(`coa_live_${'1'.padStart(43, 'k')}`);
    expect(key).toEqual({
      id: expect.any(String),
      labId,
      digest: `digest of ${text}`,
      prefix: 'coa_live_kkkk',
      lastFour: 'kkk1',
      label: 'LIMS',
      scopes: ['certificates:read'],
      createdAt: NOW,
      createdBy: 'robin',
      expiresAt: new Date('2026-12-20T15:00:00Z'),
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(await partners.keysOf(labId)).toEqual([key]);
  });

  it('has an audit entry without secrets', async () => {
    const { id: labId } = await aLab();
    const { key, text } = await partners.issueKey(labId, ORDER, ACTOR);
    const facts = { keyId: key.id, prefix: key.prefix, lastFour: key.lastFour, label: 'LIMS', scopes: key.scopes };
    expect(lastEntry()).toMatchObject({ action: 'lab-key.issued', subject: `lab:${labId}`, after: facts });
    await partners.revokeKey(labId, key.id, ACTOR);
    expect(lastEntry()).toMatchObject({ action: 'lab-key.revoked', subject: `lab:${labId}`, before: facts });
    expect(JSON.stringify(repository.audit)).not.toContain(text);
    expect(JSON.stringify(repository.audit)).not.toContain('digest of');
  });

  it.each([0, -1, 731])('cannot be valid for %d days', async (validDays) => {
    const { id } = await aLab();
    const fields = [expect.objectContaining({ field: 'validDays' })];
    await expect(partners.issueKey(id, { ...ORDER, validDays }, ACTOR)).rejects.toMatchObject({ fields });
  });

  it.each([[1], [730], [null]])('can be valid for %p days', async (validDays) => {
    const { id } = await aLab();
    const { key } = await partners.issueKey(id, { ...ORDER, validDays }, ACTOR);
    expect(key.expiresAt).toEqual(validDays && new Date(NOW.getTime() + validDays * 86_400_000));
  });

  it('needs at least one scope', async () => {
    const { id } = await aLab();
    const fields = [{ field: 'scopes', message: 'Choose at least one scope' }];
    await expect(partners.issueKey(id, { ...ORDER, scopes: [] }, ACTOR)).rejects.toMatchObject({ fields });
  });

  it('is revoked once, and only through its own lab', async () => {
    const lab = await aLab();
    const other = await aLab('Other');
    const { key } = await partners.issueKey(lab.id, ORDER, ACTOR);
    await expect(partners.revokeKey(other.id, key.id, ACTOR)).rejects.toThrow(KeyNotFound);
    await expect(partners.revokeKey(lab.id, UNKNOWN_ID, ACTOR)).rejects.toThrow(KeyNotFound);
    expect(await partners.revokeKey(lab.id, key.id, ACTOR)).toEqual({ ...key, revokedAt: NOW });
    await expect(partners.revokeKey(lab.id, key.id, ACTOR)).rejects.toThrow(KeyAlreadyRevoked);
  });
});

describe('authentication', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await aLab();
  });

  it('returns the lab of the key', async () => {
    const { key, text } = await partners.issueKey(lab.id, ORDER, ACTOR);
    const caller = await partners.authenticate(text);
    expect(caller.lab).toEqual({ id: lab.id, name: lab.name, trusted: false, keyId: key.id, isSandbox: false });
    expect(caller.key).toEqual(key);
    expect(await partners.keyOf(caller.lab)).toMatchObject({ id: key.id });
  });

  it('uses the current trust of the lab', async () => {
    const { text } = await partners.issueKey(lab.id, ORDER, ACTOR);
    await partners.setTrusted(lab.id, 1, true, 'x', ACTOR);
    expect((await partners.authenticate(text)).lab.trusted).toBe(true);
  });

  it('of the sandbox stops at the limit of its database, and a live one does not', async () => {
    repository.bytes = 3_000_000_000;
    await partners.assertRoom();
    const sandbox = new Partners(repository, new InMemoryKeySecrets(), clock, new NumberedIds(), 'test');
    await expect(sandbox.assertRoom()).rejects.toThrow(SandboxFull);
    repository.bytes = 1_000_000_000;
    await sandbox.assertRoom();
  });

  it.each([
    [''],
    ['coa_live_'],
    [keyText('k'.repeat(42), 'live')],
    [keyText('k'.repeat(44), 'live')],
    [` ${keyText('k'.repeat(43), 'live')}`],
    [`${keyText('k'.repeat(43), 'live')}\n`],
    [keyText(`${'k'.repeat(42)}+`, 'live')],
    [keyText(`${'k'.repeat(42)}ä`, 'live')],
    [`COA_LIVE_${'k'.repeat(43)}`],
    [`coa_test_${'k'.repeat(43)}`],
  ])('fails with %j, which is not a key', async (text) => {
    expect(isWellFormed(text, 'live')).toBe(false);
    await expect(partners.authenticate(text)).rejects.toThrow(KeyMalformed);
  });

  it('fails without a key, and with an altered or revoked one', async () => {
    await expect(partners.authenticate(null)).rejects.toThrow(KeyMissing);
    const { key, text } = await partners.issueKey(lab.id, ORDER, ACTOR);
    await expect(partners.authenticate(`${text.slice(0, -1)}2`)).rejects.toThrow(KeyUnknown);
    await partners.revokeKey(lab.id, key.id, ACTOR);
    await expect(partners.authenticate(text)).rejects.toThrow(KeyRevoked);
  });

  it('fails from the moment a key expires', async () => {
    const { text } = await partners.issueKey(lab.id, { ...ORDER, validDays: 1 }, ACTOR);
    clock.goOn(23.99);
    await partners.authenticate(text);
    clock.goOn(0.01);
    await expect(partners.authenticate(text)).rejects.toThrow(KeyExpired);
  });

  it('fails while the lab is suspended, and works afterwards', async () => {
    const { text } = await partners.issueKey(lab.id, ORDER, ACTOR);
    await partners.setSuspended(lab.id, 1, true, 'x', ACTOR);
    await expect(partners.authenticate(text)).rejects.toThrow(LabSuspended);
    await partners.setSuspended(lab.id, 2, false, 'x', ACTOR);
    expect((await partners.authenticate(text)).lab.id).toBe(lab.id);
  });

  it('records the use of the key at most once a minute, and only on success', async () => {
    const { key, text } = await partners.issueKey(lab.id, ORDER, ACTOR);
    const usedAt = async () => (await repository.keyById(key.id))?.lastUsedAt;
    await partners.setSuspended(lab.id, 1, true, 'x', ACTOR);
    await expect(partners.authenticate(text)).rejects.toThrow(LabSuspended);
    expect(await usedAt()).toBeNull();
    await partners.setSuspended(lab.id, 2, false, 'x', ACTOR);
    await partners.authenticate(text);
    expect(await usedAt()).toEqual(NOW);
    clock.goOn(59 / 3600);
    await partners.authenticate(text);
    expect(await usedAt()).toEqual(NOW);
    clock.goOn(1 / 3600);
    await partners.authenticate(text);
    expect(await usedAt()).toEqual(clock.now());
  });
});

describe('a scope', () => {
  it('grants only its own operations', () => {
    const key = { scopes: ['certificates:read'] } as const;
    expect(() => assertScope(key, 'certificates:read')).not.toThrow();
    expect(() => assertScope(key, 'certificates:write')).toThrow(new ScopeMissing('certificates:write'));
    expect(new ScopeMissing('webhooks:manage').message).toContain('webhooks:manage');
  });

  it('is not required everywhere', () => {
    expect(() => assertScope({ scopes: [] }, null)).not.toThrow();
  });
});

it.each([
  ['key-missing', 'unauthenticated', new KeyMissing()],
  ['key-malformed', 'unauthenticated', new KeyMalformed()],
  ['key-unknown', 'unauthenticated', new KeyUnknown()],
  ['key-revoked', 'unauthenticated', new KeyRevoked()],
  ['key-expired', 'unauthenticated', new KeyExpired()],
  ['lab-suspended', 'forbidden', new LabSuspended()],
  ['scope-missing', 'forbidden', new ScopeMissing('webhooks:manage')],
  ['too-many-keys', 'conflict', new TooManyKeys()],
  ['lab-name-taken', 'conflict', new LabNameTaken('x')],
  ['lab-changed', 'conflict', new LabChanged()],
])('is called %s in the API', (code, kind, error) => {
  expect(error).toMatchObject({ kind, code });
});
