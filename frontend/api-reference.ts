import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';

/** The part of an OpenAPI document that the page shows. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Body {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Body>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, Response>>;
}

type Items = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Items;
  readonly webhooks: Items;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const markdownIt = new MarkdownIt({ html: false, linkify: false });
const { escapeHtml } = markdownIt.utils;

/** A webhook's name in headings and links, e.g. `certificate.published`. */
const webhookId = (type: string) => type.replace(/[._]/g, '-');

const schemaId = (name: string) => `object-${nameOf(name)}`;

/** Schema names without the suffix that only our code needs. */
const nameOf = (name: string) => name.replace(/Dto$/, '');

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? '';

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

/** Allows a line break after each path segment. */
const link = (id: string, html: string) => `<a href="#${id}">${html}</a>`;

/** HTML of the API reference for labs, without its title. */
export function referenceHtml(document: Document): string {
  const { tags, paths, webhooks, components } = document;
  const calls = callsOf(paths);
  // Partner calls first: labs come for them.
  const groups = [...document['x-tagGroups']].reverse();
  const ordered = groups.flatMap((group) => group.tags.map((name) => tags.find((tag) => tag.name === name)));
  markCalls(calls.map(({ operation }) => operation.operationId));
  return [
    ...ordered.flatMap((tag) => (tag ? [tagHtml(tag, calls)] : [])),
    webhooksHtml(callsOf(webhooks)),
    errorsHtml(calls),
    `<h2 id="objects">Objects</h2>
<p>What requests and responses are made of. A field is always there unless it says “optional”.</p>`,
    ...Object.entries(components.schemas)
      .sort(([a], [b]) => nameOf(a).localeCompare(nameOf(b)))
      .map(([name, schema]) => objectHtml(name, schema)),
  ].join('\n');
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const callsOf = (items: Items): Call[] =>
  Object.entries(items).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Links the name of a call in a text to the call. */
function markCalls(ids: readonly string[]): void {
  markdownIt.renderer.rules.code_inline = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    return ids.includes(content) ? link(content, code(content)) : code(content);
  };
}

function tagHtml({ name, description }: Document['tags'][number], calls: readonly Call[]): string {
  const own = calls.filter(({ operation }) => operation.tags.includes(name));
  const title = name
    .replace(/^(Public) (.*)$/, 'Public $2')
    .replace(/^Partner (.)/, (_, letter) => letter.toUpperCase());
  const id = name.toLowerCase().replaceAll(' ', '-');
  return [`<h2 id="${id}">${escapeHtml(title)}</h2>`, markdownIt.render(description), ...own.map(callHtml)].join('\n');
}

function callHtml({ method, path, operation }: Call): string {
  const { operationId, summary, description } = operation;
  return [
    `<h3 id="${operationId}">${escapeHtml(summary)}</h3>`,
    `<p class="call"><code>${method} ${escapeHtml(path)}</code></p>`,
    markdownIt.render(description),
    parametersHtml('Parameters', operation.parameters),
    bodyHtml(operation),
    responsesHtml(operation),
  ].join('\n');
}

/** All events share headers and responses, so they are shown once. */
function webhooksHtml(webhooks: readonly Call[]): string {
  const [first] = webhooks;
  return [
    '<h2 id="webhook-events">Webhook events</h2>',
    '<p>What we POST to your endpoints. Every event has the same headers, and we read your answer the same way.</p>',
    parametersHtml('Headers', first?.operation.parameters, 'h3'),
    '<h3>Your answer</h3>',
    responseList(first?.operation.responses ?? {}),
    ...webhooks.map(({ path, operation }) => webhookHtml(path, operation)),
  ].join('\n');
}

function webhookHtml(type: string, operation: Operation): string {
  return [
    `<h3 id="${webhookId(type)}">${escapeHtml(operation.summary)}</h3>`,
    `<p class="call">${code(type)}</p>`,
    markdownIt.render(operation.description),
    bodyHtml(operation),
  ].join('\n');
}

/** Errors that any request can get. A call lists only its specific errors. */
const COMMON_ERRORS = ['400', '401', '403', '413', '415', '429', '503'];

function errorsHtml(calls: readonly Call[]): string {
  // Partner calls come first, with descriptions written for labs.
  const partner = calls.filter(({ path }) => path.startsWith('/api/partner/'));
  const known = Object.assign({}, ...[...partner].reverse().map(({ operation }) => operation.responses));
  const common = Object.fromEntries(
    COMMON_ERRORS.flatMap((status) => (known[status] ? [[status, known[status]]] : [])),
  );
  return `<h2 id="errors">Errors of any call</h2>
<p>Every error is a ${link(schemaId('ProblemDto'), 'Problem')} as <code>application/problem+json</code>. Its <code>type</code> leads to a page that says what to do (<a href="/problems">all of them</a>). Calls list only the errors they have beyond these:</p>
${responseList(common)}`;
}

function parametersHtml(title: string, parameters: readonly Parameter[] = [], heading = 'h4'): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description, schema = {} }) => {
    const { default: value, ...rest } = schema;
    const where = place === 'header' ? 'header' : place === 'path' ? 'in the path' : null;
    const traits = [where, typeHtml(rest), required ? 'required' : 'optional'].filter((part) => part);
    const usual = value === undefined ? '' : ` ${code(String(value))} if left out.`;
    return fieldHtml(name, traits.join(', '), `${description ?? ''}${description?.endsWith('.') ? '' : '.'}`, usual);
  });
  return `<${heading}>${title}</${heading}>\n<ul class="fields">\n${rows.join('\n')}\n</ul>`;
}

const fieldHtml = (name: string, traits: string, description: string, more = '') =>
  `<li><p>${code(name)} <span class="traits">${traits}</span></p><p>${markdownIt.renderInline(description)}${more}</p></li>`;

function bodyHtml({ operationId, requestBody }: Operation): string {
  return Object.entries(requestBody?.content ?? {})
    .map(
      ([type, { schema = {}, example }]) =>
        `<h4>Body</h4>\n<p>${typeHtml(schema)}, as ${code(type)}.</p>\n${exampleHtml('Example body', operationId, type, example)}`,
    )
    .join('\n');
}

function responseList(responses: Operation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description = '', content = {} }]) => {
    const [[type, { schema = {} }] = ['', {}]] = Object.entries(content) as [string, Body][];
    const shape = type && type !== PROBLEM ? ` Body: ${typeHtml(schema)}.` : '';
    return `<li>${code(status === 'default' ? 'other' : status)} ${markdownIt.renderInline(description)}.${shape}</li>`;
  });
  return `<ul class="responses">\n${rows.join('\n')}\n</ul>`;
}

const PROBLEM = 'application/problem+json';

function responsesHtml({ operationId, responses }: Operation): string {
  const own = Object.fromEntries(Object.entries(responses).filter(([status]) => !COMMON_ERRORS.includes(status)));
  const examples = Object.values(responses).flatMap(({ content = {} }) =>
    Object.entries(content).flatMap(([type, { example }]) =>
      example === undefined ? [] : [exampleHtml('Example response', operationId, type, example)],
    ),
  );
  return ['<h4>Responses</h4>', responseList(own), ...examples].join('\n');
}

/** Collapsed, so that the page stays scannable. */
function exampleHtml(title: string, operationId: string, type: string, example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  const label = escapeHtml(`Copy: ${title} of ${operationId}`);
  return `<details><summary>${title}</summary><div class="code-block"><p><span>${escapeHtml(type)}</span><button type="button" aria-label="${label}">Copy</button></p>
<pre><code>${escapeHtml(text)}
</code></pre></div></details>`;
}

function objectHtml(name: string, schema: Schema): string {
  const heading = `<h3 id="${schemaId(name)}">${escapeHtml(nameOf(name))}</h3>`;
  if (!schema.properties) return `${heading}\n<p>${schema.enum ? 'One of ' : ''}${typeHtml(schema)}.</p>`;
  const rows = Object.entries(schema.properties).map(([field, of]) => {
    const isRequired = schema.required?.includes(field);
    return fieldHtml(field, `${typeHtml(of)}${isRequired ? '' : ', optional'}`, of.description ?? '');
  });
  return `${heading}\n<ul class="fields">\n${rows.join('\n')}\n</ul>`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  date: 'day, <code>YYYY-MM-DD</code>',
  'date-time': 'time, ISO 8601',
  email: 'email address',
  uuid: 'UUID',
  iri: 'URL',
  uri: 'URL',
};

/** A schema's type, in words. */
function typeHtml(schema: Schema): string {
  const { $ref, allOf, oneOf, anyOf, items, format = '' } = schema;
  if ($ref) return link(schemaId(nameIn($ref)), escapeHtml(nameOf(nameIn($ref))));
  const [parent] = allOf ?? [];
  if (parent) return typeHtml(parent);
  const choices = oneOf ?? anyOf;
  if (choices) return choices.map(typeHtml).join(' or ');
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) {
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
    return `list of ${items ? typeHtml(items) : 'anything'}${most}`;
  }
  const words = types.map((type) => (type === 'string' ? FORMAT_WORDS[format] : undefined) ?? TYPE_WORDS[type] ?? type);
  return `${words.join(' or ')}${limitsOf(schema)}`;
}

function limitsOf({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `, ${minimum} or more`;
}

const DOCUMENT = 'openapi/openapi-labs.json?page';
const FILE = join(import.meta.dirname, '../openapi/openapi-labs.json');

/** Imports the labs' API document as HTML, so the browser needs neither the document nor a viewer. */
export const apiReference = (): Plugin => ({
  name: 'api-reference',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith(DOCUMENT) ? '\0api-reference' : null),
  load(id) {
    if (id !== '\0api-reference') return null;
    this.addWatchFile(FILE);
    return `export default ${JSON.stringify(referenceHtml(JSON.parse(readFileSync(FILE, 'utf8'))))}`;
  },
});
