import type { WireRequest } from './wire.js';

/** The most requests to send while shrinking one failure. */
const ATTEMPTS = 150;

/** The smallest request that still fails, found by removing and shortening parts. */
export async function smallest(
  sent: WireRequest,
  isStillWrong: (candidate: WireRequest) => Promise<boolean>,
): Promise<WireRequest> {
  let attempts = 0;
  const isWrong = (candidate: WireRequest) => {
    attempts += 1;
    return attempts <= ATTEMPTS ? isStillWrong(candidate) : Promise.resolve(false);
  };
  let found = sent;
  for (;;) {
    const smaller = await firstOf(smallerThan(found), isWrong);
    if (!smaller) return found;
    found = smaller;
  }
}

async function firstOf<T>(candidates: readonly T[], holds: (candidate: T) => Promise<boolean>): Promise<T | null> {
  for (const candidate of candidates) if (await holds(candidate)) return candidate;
  return null;
}

/** Smaller candidates, smallest first. */
function smallerThan(sent: WireRequest): WireRequest[] {
  if (sent.raw !== undefined) return rawBelow(sent.raw).map((raw) => ({ ...sent, raw }));
  const [path = '', query] = sent.target.split(/\?(.*)/s);
  const queries = query === undefined ? [] : withoutOne(query.split('&')).map((rest) => rest.join('&'));
  return [
    ...bodiesBelow(sent.body).map((body) => ({ ...sent, body })),
    ...queries.map((rest) => ({ ...sent, target: rest === '' ? path : `${path}?${rest}` })),
    ...withoutOne(sent.headers).map((headers) => ({ ...sent, headers })),
  ];
}

/** Removes one header, but keeps the one that closes the connection: without it the response would never end. */
function rawBelow(raw: string): string[] {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const needed = lines.filter((line) => line.startsWith('Connection:'));
  const rest = lines.filter((line) => !line.startsWith('Connection:'));
  return withoutOne(rest).map((fewer) => [[first, ...needed, ...fewer].join('\r\n'), ...body].join('\r\n\r\n'));
}

const withoutOne = <T>(items: readonly T[]): T[][] =>
  items.map((_, left) => items.filter((_item, index) => index !== left));

function bodiesBelow(body: Buffer | null): Buffer[] {
  const object = body && objectIn(body);
  if (!object) return [];
  const entries = Object.entries(object);
  const cut = entries.flatMap(([name, value]) =>
    typeof value === 'string' && value.length > 1 ? [{ ...object, [name]: value.slice(0, value.length / 2) }] : [],
  );
  return [...withoutOne(entries).map((rest) => Object.fromEntries(rest)), ...cut].map((one) =>
    Buffer.from(JSON.stringify(one)),
  );
}

function objectIn(body: Buffer): Record<string, unknown> | null {
  try {
    const parsed = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
