import type { Schema } from '../api/document.js';
import type { Random } from '../support/random.js';
import { HOSTILE } from './corpora.js';
import { componentOf, resolve } from './document.js';

/** Generators for fields whose schema is not enough, e.g. a version that must be current. */
export type FieldGenerators = (name: string, schema: Schema) => { readonly value: unknown } | null;

const PLAIN = [
  'Yuzu Seltzer 5 mg',
  'Plum & Sage',
  'LOT 24/117',
  'Second run of this batch.',
  'As agreed',
  'Charge Ä17',
];

/** A number that is unique within the run. */
let serial = 0;
export const nextSerial = () => {
  serial += 1;
  return serial;
};

/** Truncates to a number of UTF-16 code units without splitting a character. */
export function cutTo(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) && text.length > max ? cut.slice(0, -1) : cut;
}

/** A text that the schema allows: plain, from the corpora, or as long as permitted. */
export function textOf(random: Random, { minLength = 0, maxLength = 200 }: Schema & { maxLength?: number }): string {
  const unique = ` ${nextSerial().toString(36)}`;
  const roll = random.next();
  if (roll < 0.35) return cutTo(random.pick(PLAIN) + unique, maxLength);
  if (roll < 0.4) return cutTo(random.pick(['a', 'é', '漢', '🙂', 'e\u0301', '\u202e']).repeat(maxLength), maxLength);
  const hostile = random.pick(HOSTILE);
  if (roll < 0.7) return cutTo(hostile, maxLength).padEnd(minLength, 'a');
  return cutTo(`${hostile}${unique}`, maxLength).padEnd(minLength, 'a');
}

function numberOf(random: Random, schema: Schema & { minimum?: number; maximum?: number }, isWhole: boolean): number {
  const { minimum = 0, maximum = 1_000_000 } = schema;
  const edge = random.next();
  if (edge < 0.1) return minimum;
  if (edge < 0.2) return maximum;
  const value = minimum + random.next() * (Math.min(maximum, minimum + 2_000) - minimum);
  return isWhole ? Math.floor(value) : Math.round(value * 100) / 100;
}

const dayAgo = (days: number) => new Date(Date.UTC(2026, 9, 20) - days * 86_400_000).toISOString();

function formatted(random: Random, format: string): string | null {
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  switch (format) {
    case 'uuid':
      return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
    case 'date':
      return dayAgo(random.below(300)).slice(0, 10);
    case 'date-time':
      return dayAgo(random.below(300));
    case 'email':
      return `sam.${nextSerial()}@mail.example`;
    case 'uri':
      return `https://lab.example/${nextSerial()}`;
    default:
      return null;
  }
}

/** A value that satisfies the schema. */
export function sampleOf(random: Random, given: Schema, fieldGenerators: FieldGenerators, name = ''): unknown {
  const known = fieldGenerators(name, given);
  if (known) return known.value;
  const schema = resolve(given) as Schema & { format?: string; maxItems?: number };
  if (schema.enum) return random.pick(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return sampleOf(random, random.pick(alternatives), fieldGenerators, name);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return numberOf(random, schema, type === 'integer');
    case 'string':
      return (schema.format && formatted(random, schema.format)) || textOf(random, schema);
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema;
      const length = Math.min(maxItems, minItems + random.below(4));
      const items = Array.from({ length }, () => sampleOf(random, schema.items ?? {}, fieldGenerators, name));
      return schema.items && resolve(schema.items).enum ? [...new Set(items)] : items;
    }
    case 'object':
      return schema.properties
        ? objectOf(random, schema, fieldGenerators)
        : { anything: textOf(random, {}), list: [1, null] };
    default:
      return textOf(random, {});
  }
}

function objectOf(random: Random, schema: Schema, fieldGenerators: FieldGenerators): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.chance(0.6),
  );
  return Object.fromEntries(fields.map(([name, of]) => [name, sampleOf(random, of, fieldGenerators, name)]));
}

export const isNamed = (schema: Schema | undefined, name: string): boolean => componentOf(schema) === name;
