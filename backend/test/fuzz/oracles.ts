import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5';
import { SaxesParser } from 'saxes';
import { MARK, PERSONAL } from './corpora.js';
import { headersOf, type Operation, PROBLEM, schemaViolation } from './document.js';
import type { WireResponse } from './wire.js';

/** Descriptions of what is wrong; empty if nothing is. */
export type Violations = readonly string[];

const { problems } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/problems.json'), 'utf8')) as {
  problems: Record<string, unknown>;
};

/** Statuses that any operation may return, because the request can be rejected before it reaches the handler. */
const COMMON_STATUSES = [408, 414, 431];

/** Media types whose bytes are no text, and how those begin. */
const SIGNATURES: Readonly<Record<string, string>> = { 'application/pdf': '%PDF-', 'image/png': '\x89PNG\r\n' };

/** Headers that are documented as optional in their descriptions. */
const OPTIONAL_HEADERS = [
  'link',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'x-search-match',
  'x-certificates-not-compared',
];

/** Implementation details that must not appear in a response. */
const INTERNALS = /node_modules|\bat \w+ \(|QueryFailedError|TypeError|duplicate key value|backend\/dist/;

/** Checks that apply to every response. */
export function responseViolations(response: WireResponse, method = 'GET'): Violations {
  const { status, headers } = response;
  if (status === 0) return [];
  const violations: string[] = [];
  if (status >= 500) violations.push(`status ${status}`);
  const injected = Object.entries(headers).filter(
    ([name, value]) => name.includes(MARK) || (name === 'set-cookie' && value.includes(MARK)),
  );
  violations.push(...injected.map(([name]) => `an injected header: ${name}`));
  // A path outside the API may be a missing page.
  const isPage = status === 404 && headers['content-type'] === 'text/html; charset=utf-8';
  if (status >= 400 && method !== 'HEAD' && !isPage) violations.push(...problemViolations(response));
  return violations;
}

/** RFC 9457, in the shape that the OpenAPI document defines. */
export function problemViolations({ status, headers, body }: WireResponse): Violations {
  const type = headers['content-type'];
  if (type !== 'application/problem+json; charset=utf-8') return [`a problem of the type ${type}`];
  const problem = parsed(body);
  if (problem === undefined) return ['a problem that is no JSON'];
  const shape = schemaViolation(PROBLEM, problem);
  if (shape) return [`a problem of another shape: ${shape}`];
  const said = problem as {
    type: string;
    status: number;
    detail: string;
    error: string;
    requestId: string;
    title: string;
  };
  const violations: string[] = [];
  if (said.status !== status) violations.push(`a problem that says ${said.status} with status ${status}`);
  const code = /^\/problems\/([a-z0-9-]+)$/.exec(said.type)?.[1] ?? '';
  if (!Object.hasOwn(problems, code)) violations.push(`a problem without a page: ${said.type}`);
  if (said.title === '' || said.detail === '' || said.detail !== said.error)
    violations.push('a problem that says nothing');
  if (said.requestId !== headers['x-request-id']) violations.push('a problem of another request');
  if (INTERNALS.test(body.toString('utf8'))) violations.push('a problem that says too much');
  if ([429, 503].includes(status) && !/^\d+$/.test(headers['retry-after'] ?? '')) violations.push('no Retry-After');
  return violations;
}

/** Checks a response against the OpenAPI document. HEAD returns the headers of GET without a body. */
export function contractViolations(
  operation: Operation,
  method: string,
  { status, headers, body }: WireResponse,
): Violations {
  if (COMMON_STATUSES.includes(status)) return [];
  const documented = operation.operation.responses[status];
  if (!documented) return [`status ${status}, which ${operation.id} does not document`];
  if (status >= 400 || method === 'HEAD') return [];
  const missing = [...headersOf(operation, status)].flatMap(([name, schema]) => {
    const value = headers[name];
    if (value === undefined) return OPTIONAL_HEADERS.includes(name) ? [] : [`without the header ${name}`];
    const violation = schemaViolation(schema, /^-?\d+$/.test(value) ? Number(value) : value);
    return violation && schemaViolation(schema, value) ? [`the header ${name}: ${violation}`] : [];
  });
  const contents = Object.entries(documented.content ?? {});
  if (contents.length === 0) return [...missing, ...(body.length > 0 ? [`a body with status ${status}`] : [])];
  const type = headers['content-type']?.split(';')[0] ?? '';
  const content = contents.find(([name]) => name === type)?.[1];
  if (!content) return [...missing, `content of the type ${type}`];
  const signature = SIGNATURES[type];
  if (signature !== undefined) {
    if (headers['content-type'] !== type) missing.push(`content of the type ${headers['content-type']}`);
    return [...missing, ...(body.toString('latin1').startsWith(signature) ? [] : [`content that is no ${type}`])];
  }
  if (!/charset=utf-8/i.test(headers['content-type'] ?? '')) missing.push('content without charset=utf-8');
  if (type !== 'application/json') return missing;
  const value = parsed(body);
  if (value === undefined) return [...missing, 'content that is no JSON'];
  const violation = content.schema ? schemaViolation(content.schema, value) : null;
  return [...missing, ...(violation ? [`content of another shape: ${violation}`] : [])];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Checks the status for an unauthorized request. Input validation and rate limits run before authorization, so 400 and
 * 429 are allowed.
 */
export function authorizationViolations(status: number): Violations {
  const refusals = [400, 401, 403, 429];
  return refusals.includes(status) ? [] : [`status ${status} for an unauthorized request`];
}

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['node'];

const elementsIn = (node: Node): Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
  ...('content' in node && node.nodeName === 'template' ? elementsIn((node as { content: Node }).content) : []),
];

/** A page with user-supplied text: none of it may become an element, an attribute, a script or a link. */
export function htmlViolations(html: string, isFragment = false): Violations {
  const root = isFragment ? parseFragment(html) : parse(html);
  return elementsIn(root).flatMap(({ tagName, attrs, childNodes }) => {
    const violations = tagName.includes(MARK) ? [`an injected element: ${tagName}`] : [];
    for (const { name, value } of attrs) {
      if (name.includes(MARK)) violations.push(`an injected attribute: ${name}`);
      const runs = /^\s*(javascript|vbscript|data:(?!image\/png;)):?/i;
      if (runs.test(value) && ['href', 'src', 'action', 'formaction'].includes(name)) {
        violations.push(`a link that runs: ${value.slice(0, 60)}`);
      }
    }
    if (tagName !== 'script') return violations;
    const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    const isData = attrs.some(({ name, value }) => name === 'type' && /json$/.test(value));
    if (isData && parsed(Buffer.from(text)) === undefined) violations.push('data in a page that are no JSON');
    if (!isData && text.includes(MARK)) violations.push('an injected script');
    return violations;
  });
}

/** A feed or sitemap: well-formed, and no user-supplied text may become an element. */
export function xmlViolations(xml: string): Violations {
  const violations: string[] = [];
  const parser = new SaxesParser({});
  parser.on('error', ({ message }) => violations.push(`not well-formed: ${message}`));
  parser.on('opentag', ({ name, attributes }) => {
    const names = [name, ...Object.keys(attributes)];
    violations.push(...names.filter((one) => one.includes(MARK)).map((one) => `an injected element: ${one}`));
  });
  parser.write(xml).close();
  return violations.slice(0, 3);
}

/** The cells of a CSV file (RFC 4180). */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv);
    if (!found) throw new Error('a table that is not one');
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'));
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A CSV export: every row has the same width, and no cell is a formula. */
export function csvViolations(csv: string): Violations {
  let rows: string[][];
  try {
    rows = cellsOf(csv);
  } catch (error) {
    return [(error as Error).message];
  }
  const width = rows[0]?.length;
  return rows.flatMap((cells) => [
    ...(cells.length === width ? [] : [`a row of ${cells.length} cells in a table of ${width}`]),
    ...cells
      .filter((cell) => /^[=+\-@\t\r]/.test(cell))
      .map((cell) => `a cell that is a formula: ${cell.slice(0, 40)}`),
  ]);
}

/** A log line: one JSON object with level and time, and no personal data. */
export function logViolations(line: string): Violations {
  const entry = parsed(Buffer.from(line));
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return [`a line of the log that is no object: ${line.slice(0, 120)}`];
  }
  const { level, time } = entry as Record<string, unknown>;
  const violations = level === undefined || time === undefined ? ['a line of the log without level or time'] : [];
  if (line.includes(PERSONAL)) violations.push(`a personal text in the log: ${line.slice(0, 300)}`);
  return violations;
}
