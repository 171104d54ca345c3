import type { OpenAPIObject } from '@nestjs/swagger';
import MarkdownIt from 'markdown-it';
import { documentForLabs } from '../backend/src/openapi-for-labs.js';
import { type Chapter, chapters, withLinks } from './chapters.js';

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
  readonly example?: unknown;
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
  /** Of a response that several operations share. */
  readonly $ref?: string;
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

type Schemas = Readonly<Record<string, Schema>>;

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Items;
  readonly webhooks: Items;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses?: Operation['responses'];
    readonly securitySchemes: { readonly partnerKey: { readonly description: string } };
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  };
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

const link = (id: string, html: string) => `<a href="#${id}">${html}</a>`;

const INDEX = '/labs/api';

/** The API reference for labs: an index, and a page for each tag and for the webhook events. */
export function referenceChapters(document: Document): Chapter[] {
  const { tags, paths, webhooks, components } = document;
  const calls = callsOf(paths, components.responses);
  // Partner calls first: labs come for them.
  const order = [...document['x-tagGroups']].reverse().flatMap((group) => group.tags);
  markCalls(calls.map(({ operation }) => operation.operationId));
  const groups = [
    ...order.flatMap((name) => tags.filter((tag) => tag.name === name).map((tag) => tagGroup(tag, calls))),
    eventGroup(eventsOf(webhooks)),
  ];
  const errors = errorsHtml(calls);
  const own = ownSchemas(components.schemas, [errors, ...groups.map(({ html }) => html)]);
  const objects = (at: number) => (own[at] ?? []).map((name) => objectHtml(name, components.schemas[name] ?? {}));
  return withLinks([
    { path: INDEX, title: 'Overview', html: indexHtml(document, groups, [errors, ...objects(0)].join('\n')) },
    ...groups.flatMap((group, index) => withObjects(group, objects(index + 1).join('\n'))),
  ]);
}

/** Characters of a page that compresses to less than its budget (test/site/page.test.ts). */
const LONGEST_PAGE = 80_000;

/** A group's page with its objects, which are on a page behind it where both together are too long. */
function withObjects({ path, title, html }: Group, objects: string): Chapter[] {
  const list = `<h2 id="objects">Objects</h2>\n${OBJECTS_NOTE}\n${objects}`;
  if (html.length + list.length <= LONGEST_PAGE) return [{ path, title, html: `${html}\n${list}` }];
  return [
    { path, title, html },
    { path: `${path}-objects`, title: `${title}: Objects`, html: list },
  ];
}

const OBJECTS_NOTE =
  '<p>What requests and responses are made of. A field is always there unless it says “optional”.</p>';

/** Calls, or webhook events, that share a page. */
interface Group {
  readonly path: string;
  readonly title: string;
  /** Of its heading in the index. */
  readonly id: string;
  /** What it is about, as HTML. */
  readonly description: string;
  readonly calls: readonly Call[];
  /** Without its objects. */
  readonly html: string;
}

/**
 * The schemas to show on each page: those that its texts link to, directly or through other schemas, and that no page
 * before it shows.
 */
function ownSchemas(schemas: Schemas, texts: readonly string[]): string[][] {
  const names = sortedNames(schemas);
  const shown = new Set<string>();
  return texts.map((text) => {
    const own = new Set<string>();
    const collect = (html: string) => {
      for (const name of names) {
        if (shown.has(name) || !html.includes(`href="#${schemaId(name)}"`)) continue;
        shown.add(name);
        own.add(name);
        collect(objectHtml(name, schemas[name] ?? {}));
      }
    };
    collect(text);
    return names.filter((name) => own.has(name));
  });
}

const sortedNames = (schemas: Schemas) => Object.keys(schemas).sort((a, b) => nameOf(a).localeCompare(nameOf(b)));

function indexHtml({ components }: Document, groups: readonly Group[], errors: string): string {
  const { partnerKey } = components.securitySchemes;
  const limits = Object.entries(components.headers).map(([name, { description, schema }]) =>
    fieldHtml(name, typeHtml(schema), `${description}.`, ` Example: ${code(String(schema.example))}.`),
  );
  return [
    `<p>Each call of the partner API, each webhook, and the public calls that show the result. New here? Start with the
<a href="/labs">guide</a>, which takes you to a first accepted certificate.</p>`,
    ...groups.map(groupHtml),
    '<h2 id="authentication">Authentication</h2>',
    markdownIt.render(`${partnerKey.description}. Send it in the \`Authorization\` header of every request, after \`Bearer\`.
Guide: [your key](/labs/guide/become-a-partner#your-key).`),
    errors,
    '<h2 id="limits">Limits</h2>',
    markdownIt.render(
      'Every response tells you where you are. Guide: [limits](/labs/guide/retries-lists-and-limits#limits).',
    ),
    `<ul class="fields">\n${limits.join('\n')}\n</ul>`,
    '<h2 id="objects">Objects</h2>',
    OBJECTS_NOTE,
    `<p>${sortedNames(components.schemas)
      .map((name) => link(schemaId(name), nameOf(name)))
      .join(', ')}.</p>`,
  ].join('\n');
}

/** A group in the index: one line for each call. */
function groupHtml({ path, title, id, description, calls }: Group): string {
  const rows = calls.map((call) => `<li>${link(call.id, escapeHtml(call.operation.summary))} ${code(call.name)}</li>`);
  return `<h2 id="${id}"><a href="${path}">${escapeHtml(title)}</a></h2>
${description}<ul class="calls">\n${rows.join('\n')}\n</ul>`;
}

/** A call to us, or a webhook. */
interface Call {
  /** Of its heading. */
  readonly id: string;
  /** Method and path, or the type of the event. */
  readonly name: string;
  readonly operation: Operation;
}

const callsOf = (paths: Items, shared: Operation['responses'] = {}): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      name: `${method.toUpperCase()} ${path}`,
      operation: { ...operation, responses: withShared(operation.responses, shared) },
    })),
  );

/** The responses of an operation, with those in place that it only refers to. */
const withShared = (responses: Operation['responses'], shared: Operation['responses']): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      shared[response.$ref?.split('/').at(-1) ?? ''] ?? response,
    ]),
  );

const eventsOf = (webhooks: Items): Call[] =>
  Object.entries(webhooks).flatMap(([type, operations]) =>
    Object.values(operations).map((operation) => ({ id: webhookId(type), name: type, operation })),
  );

/** Links the name of a call in a text to the call. */
function markCalls(ids: readonly string[]): void {
  markdownIt.renderer.rules.code_inline = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    return ids.includes(content) ? link(content, code(content)) : code(content);
  };
}

function tagGroup({ name, description }: Document['tags'][number], all: readonly Call[]): Group {
  const calls = all.filter(({ operation }) => operation.tags.includes(name));
  const title = name.replace(/^Partner (.)/, (_, letter) => letter.toUpperCase());
  const lead = markdownIt.render(description);
  return {
    path: `${INDEX}/${slugOf(title)}`,
    title,
    id: slugOf(name),
    description: lead,
    calls,
    html: [lead, '<h2 id="calls">Calls</h2>', ...calls.map(callHtml)].join('\n'),
  };
}

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

function callHtml(call: Call): string {
  const { operation } = call;
  return [
    headHtml(call),
    parametersHtml('Parameters', operation.parameters),
    bodyHtml(operation),
    responsesHtml(operation),
  ].join('\n');
}

const headHtml = ({ id, name, operation: { summary, description } }: Call) =>
  `<h3 id="${id}">${escapeHtml(summary)}</h3>\n<p class="call">${code(name)}</p>\n${markdownIt.render(description)}`;

/** All events share headers and responses, so they are shown once. */
function eventGroup(events: readonly Call[]): Group {
  const [first] = events;
  const lead =
    '<p>What we POST to your endpoints. Every event has the same headers, and we read your answer the same way.</p>\n';
  return {
    path: `${INDEX}/webhook-events`,
    title: 'Webhook events',
    id: 'webhook-events',
    description: lead,
    calls: events,
    html: [
      lead,
      parametersHtml('Headers', first?.operation.parameters, 'h2'),
      '<h2>Your answer</h2>',
      responseList(first?.operation.responses ?? {}),
      '<h2 id="events">Events</h2>',
      ...events.map((event) => `${headHtml(event)}\n${bodyHtml(event.operation)}`),
    ].join('\n'),
  };
}

/** Errors that any request can get. A call lists only its specific errors. */
const COMMON_ERRORS = ['400', '401', '403', '413', '415', '429', '503'];

function errorsHtml(calls: readonly Call[]): string {
  // Partner calls come first, with descriptions written for labs.
  const partner = calls.filter(({ name }) => name.includes(' /api/partner/'));
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

/** Of the same part of the document that the server offers to labs. */
const chaptersForLabs = (document: OpenAPIObject) =>
  referenceChapters(documentForLabs(document) as unknown as Document);

export const apiReference = () =>
  chapters('api-reference', 'openapi/openapi.json', (text) => chaptersForLabs(JSON.parse(text)));
