import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSiteContent } from '../../src/modules/site/site-content.js';
import { callsOf, type Media, readDocument, webhooksOf } from '../api/document.js';
import { schemaViolation } from '../fuzz/document.js';

const document = readDocument();
const root = join(import.meta.dirname, '../../..');
const { problems } = readSiteContent(join(root, 'content')).problems;

/** Source files that produce error messages. The examples do not count. */
const source = readdirSync(join(root, 'backend/src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'openapi-examples.ts')
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');

describe('the example problem', () => {
  const examples = Object.entries(document.components.examples ?? {}).map(([code, { value }]) => ({ code, value }));

  it.each(examples)("$code has the server's message", ({ code, value }) => {
    expect(problems[code]?.status).toBe(value.status);
    expect(value).toMatchObject({ type: `/problems/${code}`, error: value.detail });
    if (code === 'invalid-input') return; // its message contains a field name
    expect(source).toContain(`'${code}'`);
    const isInSource = ["'", '"'].some((quote) => source.includes(quote + value.detail + quote));
    expect({ detail: value.detail, isSaid: isInSource }).toEqual({ detail: value.detail, isSaid: true });
  });
});

describe('example bodies', () => {
  const bodies = [...callsOf(document), ...webhooksOf(document)].flatMap(({ name, operation }) => [
    ...bodiesIn(`${name} request`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) => bodiesIn(`${name} ${status}`, content)),
  ]);

  function bodiesIn(name: string, content: Record<string, Media> = {}) {
    return Object.entries(content).flatMap(([type, { schema = {}, example }]) =>
      example === undefined ? [] : [{ name: `${name} ${type}`, schema, example }],
    );
  }

  it('have all required fields and no undocumented ones', () => {
    expect(bodies.length).toBeGreaterThan(100);
    const violations = bodies.map(({ name, schema, example }) => ({
      name,
      violation: schemaViolation(schema, example),
    }));
    expect(violations.filter(({ violation }) => violation !== null)).toEqual([]);
  });

  it('are not empty lists', () => {
    expect(bodies.filter(({ example }) => Array.isArray(example) && example.length === 0)).toEqual([]);
  });
});
