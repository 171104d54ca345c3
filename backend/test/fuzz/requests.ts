import type { Parameter, Schema } from '../api/document.js';
import type { Random } from '../support/random.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { ACTORS, type ActorName, cookieHeader, type Identity, LABS, mayCall } from './actors.js';
import { ADDRESSES, HOSTILE, MAILBOXES, PERSONAL } from './corpora.js';
import { bodyOf, type Operation } from './document.js';
import type { FuzzModel, KnownResource } from './model.js';
import { cutTo, isNamed, nextSerial, sampleOf, textOf } from './values.js';
import type { WireRequest } from './wire.js';

/** A request before serialization, so that parts of it can be mutated. */
export interface Draft {
  readonly operation: Operation;
  readonly actor: ActorName;
  method: string;
  /** Path segments, not yet encoded. */
  segments: { text: string; isParameter: boolean; isWritten?: boolean }[];
  query: [name: string, value: string, isWritten?: boolean][];
  headers: [name: string, value: string][];
  /** The JSON body; undefined for none. */
  json: unknown;
  /** NDJSON lines of a bulk file. */
  lines: unknown[] | null;
  /** A raw body that replaces `json` and `lines`, such as a PDF. */
  body: Buffer | null;
  /** The mutations applied so far. */
  readonly mutations: string[];
}

interface GenerationContext {
  readonly random: Random;
  readonly model: FuzzModel;
  readonly identities: ReadonlyMap<ActorName, Identity>;
  /** Where webhooks may be sent. */
  readonly receiver: string;
}

/** Only the newcomer calls operations on sessions and second factors, so the others stay signed in. */
export const isOfSessions = ({ path }: Operation) =>
  /^\/api\/staff\/(session|sessions|password|second-factor)(\/|$)/.test(path);

/** So many that hardly any two requests share an address. */
const CLIENT_ADDRESSES = 65_536;

/** @param isAllowed whether to choose an actor who may call the operation, or one who may not */
export function actorFor(random: Random, operation: Operation, isAllowed: boolean): ActorName | null {
  const candidates = ACTORS.filter((actor) => mayCall(actor, operation) === isAllowed);
  const fitting = candidates.filter((actor) => (actor === 'newcomer') === isOfSessions(operation) || !isAllowed);
  if (fitting.length === 0) return null;
  // Most requests to public operations are anonymous.
  if (operation.security === null && !isOfSessions(operation))
    return random.chance(0.8) ? 'anonymous' : random.pick(fitting);
  return random.pick(fitting);
}

const PANEL_STATUSES = ['passed', 'failed', 'not_tested', 'pending'];
const PANELS = ['pesticides', 'heavyMetals', 'microbials', 'residualSolvents'];

const emailOf = (random: Random): string =>
  random.chance(0.2)
    ? `${random.pick(MAILBOXES)}${PERSONAL}.${nextSerial()}@mail.example`
    : `${PERSONAL}.${nextSerial()}@mail.example`;

function panelsOf(random: Random) {
  const areAllPassed = random.chance(0.5);
  return Object.fromEntries(PANELS.map((panel) => [panel, areAllPassed ? 'passed' : random.pick(PANEL_STATUSES)]));
}

/** Structured results, sometimes with extra fields. */
const rowsOf = (random: Random) =>
  Array.from({ length: random.below(4) }, () => ({
    panel: random.pick(PANELS),
    name: `Lead ${nextSerial()}`,
    valueText: '<LOQ',
    value: null,
    unit: 'µg/g',
    lod: 0.002,
    loq: 0.005,
    limit: 0.5,
    method: textOf(random, { maxLength: 60 } as Schema),
    ...(random.chance(0.2) && { note: 'printed beside it' }),
  }));

/** What a certificate prints about its sample. Often a field is left out. */
const printedSample = (random: Random) => ({
  ...(random.chance(0.7) && {
    containerVolume: { amount: random.pick(['12', '355', '355.0']), unit: random.pick(['mL', 'fl oz']) },
  }),
  ...(random.chance(0.3) && { containerMass: { amount: '369.2', unit: 'g' } }),
  ...(random.chance(0.3) && { servingsPerContainer: random.pick(['1', '2', '1.5']), densityGPerMl: '1.040' }),
  ...(random.chance(0.3) && {
    receivedOn: '2026-01-05',
    issuedOn: '2026-01-12',
    revision: textOf(random, { maxLength: 20 } as Schema),
  }),
});

/** What an edition of a rule says besides its dates. */
const editionContent = (random: Random) => ({
  jurisdiction: 'US',
  place: 'United States',
  title: `A rule ${nextSerial()}`,
  citation: '7 U.S.C. 1639o(1)',
  sourceKind: 'statute',
  evidence: [{ fragment: 'at most 1 mg', where: textOf(random, { minLength: 1 } as Schema) }],
  checks: [{ kind: 'analyte', analyte: 'lead', op: '<=', limit: '1', unit: 'mg/kg' }],
});

/** Generators for fields whose schema does not describe valid values. */
function fieldGeneratorFor(
  name: string,
  schema: Schema,
  at: GenerationContext,
  about: KnownResource | null,
  actor: Identity,
): unknown {
  const { random, model } = at;
  const ids = (kind: string) => model.known(kind).map(({ id }) => id);
  const oneOf = (kind: string) => (ids(kind).length > 0 ? random.pickNew(ids(kind)) : undefined);
  switch (name) {
    case 'version':
      return about?.version ?? 1;
    case 'analyte':
      return random.chance(0.9) ? 'lead' : undefined;
    case 'basedOn':
      return 1 + random.below(2);
    case 'content':
      return schema.type === 'object' ? editionContent(random) : undefined;
    case 'readOn':
      return '2026-11-23';
    case 'rereadBy':
      return '2099-05-23';
    case 'into':
      return Number(oneOf('brands/{id}') ?? 1);
    case 'intoVersion':
      return 1;
    case 'batchId':
      // Contains a unique word, so it can be found again.
      return random.chance(0.8) ? `${cutTo(textOf(random, {}), 85)} q${nextSerial()}z` : undefined;
    case 'testDate':
      return random.chance(0.9) ? `2026-0${1 + random.below(9)}-1${random.below(10)}` : undefined;
    case 'status':
      return isNamed(schema, 'CertificateStatus') && random.chance(0.8) ? 'pending' : undefined;
    case 'panels':
      return isNamed(schema, 'PanelsFilter') ? undefined : panelsOf(random);
    case 'email':
    case 'contactEmail':
    case 'confirmation':
      return emailOf(random);
    case 'contactName':
    case 'notes':
    case 'message':
      return `${textOf(random, { maxLength: 80 } as Schema)} ${PERSONAL}`;
    case 'testResults':
      return random.chance(0.5)
        ? { analytes: rowsOf(random), ...(random.chance(0.3) && { laboratory: 'ours' }) }
        : undefined;
    case 'sample':
      return printedSample(random);
    case 'website':
    case 'coaFileUrl':
      if (random.chance(0.5)) return `https://lab.example/${nextSerial()}`;
      return random.chance(0.3) ? random.pick(ADDRESSES) : undefined;
    case 'url':
      return random.chance(0.7) ? `${at.receiver}?${nextSerial()}` : random.pick(ADDRESSES);
    case 'articleIds':
      return ids('articles/{id}').slice(0, random.below(3));
    case 'batchIds':
      return ids('coa/{batchId}').slice(0, random.below(3));
    case 'documentSha256':
      return about?.document ?? oneOf('documents/{sha256}');
    case 'access':
      return about?.access;
    case 'token':
      return oneOf('newsletter/{token}');
    case 'username':
      return random.chance(0.5) ? actor.username || undefined : `user${nextSerial()}`;
    case 'password':
    case 'currentPassword':
      return random.chance(0.5) ? actor.password || undefined : undefined;
    case 'newPassword':
      return actor.password || undefined;
    case 'brandName':
      return random.chance(0.4) ? oneOf('brands/{brandName}') : undefined;
    case 'search':
      return random.chance(0.3) ? oneOf('coa/{batchId}') : undefined;
    default:
      return undefined;
  }
}

/** The name of a path parameter in the model: the preceding segment and the parameter's name. */
function kindOf(segments: readonly string[], index: number): string {
  const name = segments[index] === '{labId}' ? '{id}' : segments[index];
  return `${segments[index - 1]}/${name}`;
}

/** Parameters for an operation's path: the newest known of its last kind that belongs to the lab, and what it is part of. */
export function newestFor({ path }: Operation, labId: string | undefined, model: FuzzModel): Record<string, string> {
  const parts = path.split('/').slice(1);
  const places = parts.flatMap((part, index) => (part.startsWith('{') ? [index] : [])).toReversed();
  let part: KnownResource | undefined;
  const chosen = places.map((index): [string, string] => {
    part = part?.owner ? { id: part.owner } : model.known(kindOf(parts, index), labId).at(-1);
    return [parts[index]?.slice(1, -1) ?? '', part?.id ?? ''];
  });
  return Object.fromEntries(chosen);
}

/** A valid request. */
export function draftOf(operation: Operation, actor: ActorName, at: GenerationContext): Draft {
  const { random, model, identities } = at;
  const identity = identities.get(actor) as Identity;
  const bodyTypes = operation.operation.requestBody?.content ?? {};
  const pdf = bodyTypes['application/pdf'] ? pdfOf(random) : null;
  const { segments, about } = pathOf(operation, actor, identity, at);
  const parameters = (operation.operation.parameters ?? []) as (Parameter & { required?: boolean })[];
  const fieldGenerators = (name: string, schema: Schema) => {
    const value = fieldGeneratorFor(name, schema, at, about, identity);
    return value === undefined ? null : { value };
  };
  const inQuery = parameters.filter((one) => one.in === 'query' && random.chance(one.name === 'access' ? 0.9 : 0.35));
  const query = inQuery.map(({ name, schema = {} }): [string, string] => {
    const cursors = model.cursorsOf(operation.path);
    if (name === 'cursor') return [name, cursors.length > 0 ? random.pick(cursors) : 'none'];
    return [name, String(sampleOf(random, schema, fieldGenerators, name))];
  });
  const inHeaders = parameters.filter((one) => one.in === 'header' && one.name !== 'Content-Digest');
  const headers = inHeaders.map(({ name }): [string, string] => [name, headerValue(name, about, random)]);
  const schema = bodyOf(operation);
  const isLines = bodyTypes['application/x-ndjson'] !== undefined;
  const lines = isLines ? linesOf(at, fieldGenerators) : null;
  const csv = bodyTypes['text/csv'] && !isLines ? csvOf(at, fieldGenerators) : null;
  let json = schema ? sampleOf(random, schema, fieldGenerators) : undefined;
  if (operation.id === 'erasePersonalData')
    json = { ...(json as object), confirmation: (json as { email: string }).email };
  if (json !== undefined) headers.push(['content-type', 'application/json']);
  if (pdf) headers.push(...pdfHeaders(pdf));
  if (pdf && operation.path.endsWith('/{sha256}')) Object.assign(segments.at(-1) ?? {}, { text: sha256Of(pdf) });
  if (csv) headers.push(['content-type', 'text/csv']);
  if (lines) headers.push(['content-type', 'application/x-ndjson']);
  headers.push(...credentialsOf(identity, operation), ['x-forwarded-for', addressOf(at)]);
  return {
    operation,
    actor,
    method: operation.method,
    segments,
    query,
    headers,
    json,
    lines,
    body: pdf ?? csv,
    mutations: [],
  };
}

function pathOf({ path }: Operation, actor: ActorName, identity: Identity, { random, model }: GenerationContext) {
  const parts = path.split('/').slice(1);
  const chosen = new Map<number, KnownResource>();
  const places = parts.flatMap((part, index) => (part.startsWith('{') ? [index] : [])).toReversed();
  for (const index of places) {
    const below = chosen.get(places[places.indexOf(index) - 1] ?? -1);
    const kind = kindOf(parts, index);
    if (kind.startsWith('pages/{number}')) {
      chosen.set(index, { id: random.pick(['1', '1', '1', '2', '0']) });
      continue;
    }
    const owner = LABS.includes(actor) || kind.startsWith('sessions') ? identity.id : undefined;
    const own = owner && random.chance(0.9) ? model.known(kind, owner) : model.known(kind);
    const isOwned = Boolean(below?.owner) && places.length > 1;
    const known = isOwned ? { id: below?.owner as string } : own.length > 0 ? random.pickNew(own) : null;
    chosen.set(index, {
      ...known,
      id: known?.id ?? String(sampleOf(random, { type: 'string', format: 'uuid' } as Schema, () => null)),
    });
  }
  const segments = parts.map((part, index) => ({
    text: part.replace(/\{\w+\}/, (name) => chosen.get(index)?.id ?? name),
    isParameter: part.startsWith('{'),
  }));
  // The version is that of the resource to change; for a comment, that of its certificate. A page is its document's.
  const [last, first] = [chosen.get(places[0] ?? -1), chosen.get(places.at(-1) ?? -1)];
  const isPart = /\/(comments|pages)\//.test(path);
  const changed = isPart ? first : last;
  const kind = kindOf(parts, places.at(isPart ? -1 : 0) ?? -1);
  const about = changed ? (model.known(kind).find(({ id }) => id === changed.id) ?? changed) : null;
  return { segments, about };
}

function headerValue(name: string, about: KnownResource | null, random: Random): string {
  if (name === 'Idempotency-Key') return random.chance(0.9) ? `key ${nextSerial()}` : 'one for all';
  if (name === 'Content-Encoding') return 'identity';
  if (name === 'If-Match') return random.chance(0.7) ? `"v${about?.version ?? 1}"` : '*';
  return `"v${random.below(3)}"`;
}

const addressOf = ({ random }: GenerationContext) => {
  const number = random.below(CLIENT_ADDRESSES);
  return `10.0.${Math.floor(number / 256)}.${number % 256}`;
};

export function credentialsOf(identity: Identity, { security }: Pick<Operation, 'security'>): [string, string][] {
  const cookie = cookieHeader(identity);
  if (identity.authorization !== null) return [['authorization', identity.authorization]];
  return cookie === '' || security === 'partnerKey' ? [] : [['cookie', cookie]];
}

/** A PDF that may have been sent before: half of the time one of a few. */
function pdfOf(random: Random): Buffer {
  const number = random.chance(0.5) ? random.below(20) : nextSerial();
  return aPdf(`Lot ${number} ${HOSTILE[number % HOSTILE.length]}`);
}

export const pdfHeaders = (content: Buffer): [string, string][] => [
  ['content-type', 'application/pdf'],
  ['content-digest', digestOf(content)],
];

function linesOf(at: GenerationContext, fieldGenerators: Parameters<typeof sampleOf>[2]): unknown[] {
  const schema: Schema = { $ref: '#/components/schemas/PartnerCertificateDto' };
  return Array.from({ length: 1 + at.random.below(6) }, () => sampleOf(at.random, schema, fieldGenerators));
}

/** A table of certificates, with a hostile cell now and then. */
function csvOf(at: GenerationContext, fieldGenerators: Parameters<typeof sampleOf>[2]): Buffer {
  const { random } = at;
  const rows = linesOf(at, fieldGenerators).map((sent) => new Map(cellsOf(sent)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const cell = (row: ReadonlyMap<string, unknown>, name: string) =>
    random.chance(0.02) ? random.pick(HOSTILE) : String(row.get(name) ?? '');
  const table = [names, ...rows.map((row) => names.map((name) => cell(row, name)))];
  return Buffer.from(table.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join()).join('\r\n'));
}

/** The single values of a certificate, with dots between the parts of their names. */
const cellsOf = (value: unknown, name = ''): [string, unknown][] =>
  Array.isArray(value)
    ? []
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([part, inner]) => cellsOf(inner, name === '' ? part : `${name}.${part}`))
      : [[name, value]];

/** Encoded the way a correct client would. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Serializes a draft. */
export function toWireRequest({ method, segments, query, headers, json, lines, body }: Draft): WireRequest {
  const path = segments.map(({ text, isWritten }) => (isWritten ? text : encoded(text).replaceAll('%3A', ':')));
  const search = query.map(([name, value, isWritten]) =>
    isWritten ? `${name}=${value}` : `${encoded(name)}=${encoded(value)}`,
  );
  const written =
    body ??
    (json === undefined && lines === null
      ? null
      : Buffer.from(lines ? lines.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(json)));
  return {
    method,
    target: `/${path.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    headers,
    body: written,
  };
}
