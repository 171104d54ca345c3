import {
  type Call,
  type Content,
  callsOf,
  type Media,
  type OpenApi,
  resolved,
  type Schema,
  webhooksOf,
} from './document.js';

/** Our own rules for the document, beyond being valid. Each returns its violations and where they are. */
type Rule = (document: OpenApi) => string[];

/** Verbs allowed in operation ids. Add the verb of a new operation here. */
const VERBS = [
  'get',
  'preview',
  'report',
  'acknowledge',
  'record',
  'clear',
  'retract',
  'list',
  'submit',
  'approve',
  'reject',
  'verify',
  'change',
  'calculate',
  'send',
  'create',
  'disable',
  'enable',
  'reset',
  'end',
  'begin',
  'confirm',
  'remove',
  'replace',
  'revoke',
  'withdraw',
  'publish',
  'export',
  'handle',
  'reopen',
  'dismiss',
  'reinstate',
  'validate',
  'correct',
  'amend',
  'check',
  'resubmit',
  'request',
  'add',
  'settle',
  'close',
  'edit',
  'merge',
  'undo',
  'open',
  'decide',
  'stop',
  'resume',
  'erase',
  'search',
  'delete',
  'upload',
  'attach',
  'take',
  'propose',
  'decline',
  'hold',
  'extend',
  'read',
  'import',
];
const WHOLE_NAMES = ['signIn', 'signOut', 'subscribe', 'unsubscribe', 'resubscribe'];
const VERB_AND_NOUN = new RegExp(`^(${VERBS.join('|')})([A-Z][a-z]+)+$|^(${WHOLE_NAMES.join('|')})$`);

const isBlank = (text: string | undefined) => text === undefined || text.trim() === '';

const isReference = ({ $ref, allOf }: Schema) => $ref !== undefined || allOf?.some((part) => part.$ref !== undefined);

const ofCalls =
  (check: (call: Call, document: OpenApi) => string[]): Rule =>
  (document) =>
    callsOf(document).flatMap((call) => check(call, document).map((wrong) => `${call.name}: ${wrong}`));

const ofResponses = (check: (status: number, response: Call['operation']['responses'][string]) => string[]): Rule =>
  ofCalls(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      check(Number(status), response).map((wrong) => `${status}: ${wrong}`),
    ),
  );

/** Content types that are saved as text files. */
const isFile = (content: Content = {}) =>
  Object.keys(content).length > 0 &&
  Object.entries(content).every(([type, { schema }]) => type !== 'application/json' && schema?.type === 'string');

/** The number of examples of a body, in either form. */
const examplesOf = ({ example, examples = {} }: Media) =>
  (example === undefined ? 0 : 1) + Object.keys(examples).length;

export const RULES: Record<string, Rule> = {
  'is OpenAPI 3.1': ({ openapi }) => (/^3\.1\.\d+$/.test(openapi) ? [] : [`openapi is ${openapi}`]),

  'names every operation by verb and noun': ofCalls(({ operation: { operationId = '' } }) =>
    VERB_AND_NOUN.test(operationId) ? [] : [`operationId "${operationId}"`],
  ),

  'has unique operation ids': (document) => {
    const names = callsOf(document).map(({ operation }) => operation.operationId ?? '');
    return names.filter((name, index) => names.indexOf(name) !== index);
  },

  'summarizes every operation in one line': ofCalls(({ operation: { summary } }) =>
    isBlank(summary) || summary?.endsWith('.') || (summary?.length ?? 0) > 100 ? [`summary "${summary}"`] : [],
  ),

  'describes every operation': ofCalls(({ operation: { summary = '', description = '' } }) => {
    const [said = '', audience = ''] = description.split(/\n\n(?=[^\n]*$)/);
    return [
      ...(said.length < 40 || !said.endsWith('.') || said.startsWith(summary) ? [`description "${said}"`] : []),
      ...(/^(Needs|For) .*\.$/.test(audience) ? [] : [`does not say for whom it is: "${audience}"`]),
    ];
  }),

  'tags every operation for its audience': ofCalls(({ path, operation: { tags = [] } }) => {
    const audience = path.startsWith('/api/staff/') ? 'Staff' : path.startsWith('/api/partner/') ? 'Partner' : 'Public';
    return tags.length === 1 && tags[0]?.startsWith(`${audience} `) ? [] : [`tags ${tags.join(', ') || 'none'}`];
  }),

  'groups its tags by audience, each once': ({ tags = [], 'x-tagGroups': groups = [] }) => {
    const declared = tags.map(({ name }) => name);
    const grouped = groups.flatMap(({ name, tags: names }) => names.filter((tag) => tag.startsWith(`${name} `)));
    return [...declared.filter((name) => grouped.filter((tag) => tag === name).length !== 1)];
  },

  'declares the security of every operation': ofCalls(({ operation: { security } }) =>
    security ? [] : ['says nothing'],
  ),

  'has one example of every body': (document) =>
    [...callsOf(document), ...webhooksOf(document)].flatMap(({ name, operation: { requestBody, responses } }) =>
      [requestBody?.content ?? {}, ...Object.values(responses).map(({ content = {} }) => content)].flatMap((content) =>
        Object.entries(content).flatMap(([type, media]) =>
          examplesOf(media) === 1 ? [] : [`${name}: ${type} has ${examplesOf(media)} examples`],
        ),
      ),
    ),

  'has problem examples with the right status': (document) =>
    callsOf(document).flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const [example] = Object.values(content?.['application/problem+json']?.examples ?? {});
        if (!example) return [];
        const { value } = document.components.examples?.[example.$ref.split('/').at(-1) ?? ''] ?? {};
        return String(value?.status) === status ? [] : [`${name}: ${status} shows ${value?.type}`];
      }),
    ),

  // Some generators treat a field with a default as always present, and make it required.
  'has no defaults in request bodies': (document) => {
    const seen = new Set<Schema>();
    const defaultsIn = (schema: Schema, name: string): string[] => {
      const whole = resolved(document, schema);
      const origin = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
      if (origin && seen.has(origin)) return [];
      if (origin) seen.add(origin);
      const { default: value, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = whole;
      return [
        ...(value === undefined ? [] : [`${name} has the default ${JSON.stringify(value)}`]),
        ...Object.entries(properties).flatMap(([field, of]) => defaultsIn(of, `${name}.${field}`)),
        ...(items ? defaultsIn(items, `${name}[]`) : []),
        ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => defaultsIn(part, name)),
      ];
    };
    return callsOf(document).flatMap(({ name, operation: { requestBody } }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => defaultsIn(schema ?? {}, name)),
    );
  },

  'says of the objects in request bodies that they have no other members': (document) => {
    const openIn = (schema: Schema, name: string): string[] => {
      const { properties, items, additionalProperties } = resolved(document, schema);
      return [
        ...(properties && additionalProperties === undefined ? [`${name} is open`] : []),
        ...Object.entries(properties ?? {}).flatMap(([field, of]) => openIn(of, `${name}.${field}`)),
        ...(items ? openIn(items, `${name}[]`) : []),
      ];
    };
    return callsOf(document).flatMap(({ name, operation: { requestBody } }) =>
      openIn(requestBody?.content['application/json']?.schema ?? {}, name),
    );
  },

  'has one declared tag for every operation': ofCalls(({ operation: { tags = [] } }, document) => {
    const declared = document.tags?.filter(({ description }) => !isBlank(description)).map(({ name }) => name) ?? [];
    return tags.length === 1 && declared.includes(tags[0] ?? '') ? [] : [`tags ${tags.join(', ') || 'none'}`];
  }),

  'describes every parameter with an example': ofCalls(({ operation: { parameters = [] } }) =>
    parameters.flatMap(({ name, description, example, schema }) => [
      ...(isBlank(description) ? [`${name} has no description`] : []),
      // A named enum lists its values, and the generator drops examples next to it.
      ...(example === undefined && schema?.example === undefined && !schema?.$ref ? [`${name} has no example`] : []),
    ]),
  ),

  'declares every path parameter': ofCalls(({ path, operation: { parameters = [] } }) => {
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const used = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return used.filter((name) => !declared.includes(name));
  }),

  'describes the body of every success': ofResponses((status, { description, content }) => {
    if (status >= 400) return [];
    const schema = content?.['application/json']?.schema;
    return [
      ...(isBlank(description) ? ['no description'] : []),
      ...(![204, 304].includes(status) &&
      !isFile(content) &&
      !(schema && (isReference(schema) || isReference(schema.items ?? {})))
        ? ['no schema']
        : []),
    ];
  }),

  'has a success response for every operation': ofCalls(({ operation: { responses } }) =>
    Object.keys(responses).some((status) => /^2\d\d$/.test(status)) ? [] : ['no success'],
  ),

  'has a problem for every error': ofResponses((status, { description, content = {} }) => {
    if (status < 400) return [];
    const schema = content['application/problem+json']?.schema;
    return [
      ...(isBlank(description) || description === 'Problem' ? ['no description'] : []),
      ...(schema?.$ref === '#/components/schemas/ProblemDto' && Object.keys(content).length === 1
        ? []
        : ['no problem']),
    ];
  }),

  'documents errors of request bodies': ofCalls(({ operation: { requestBody, responses } }) => {
    if (!requestBody) return [];
    const isJson = 'application/json' in requestBody.content;
    return ['400', '415', '429', ...(isJson ? ['413'] : [])].filter((status) => !(status in responses));
  }),

  'documents 401 and 403 for protected operations': ofCalls(({ path, operation: { responses } }) =>
    /\/staff\/(?!session\b|password\b)|\/partner\//.test(path)
      ? ['401', '403', ...(path.includes('/partner/') ? ['429'] : [])].filter((status) => !(status in responses))
      : [],
  ),

  'requires a key for partner operations only': ofCalls(({ path, operation: { security = [] } }) => {
    const asksForKey = security.some((scheme) => 'partnerKey' in scheme);
    return asksForKey === path.startsWith('/api/partner/') ? [] : [asksForKey ? 'asks for a key' : 'asks for no key'];
  }),

  'documents RateLimit for every partner success': ofCalls(({ path, operation: { responses } }) => {
    if (!path.startsWith('/api/partner/')) return [];
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
    const isDocumented = ({ headers = {} }: (typeof responses)[string]) =>
      'RateLimit' in headers && 'RateLimit-Policy' in headers;
    return successes.filter(([, response]) => !isDocumented(response)).map(([status]) => `${status}: no RateLimit`);
  }),

  'describes every property with an example': ({ components: { schemas } }) =>
    Object.entries(schemas).flatMap(([schemaName, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, property]) => [
        ...(isBlank(property.description) && !property.$ref ? [`${schemaName}.${name} has no description`] : []),
        ...(property.example === undefined && !isReference(property) && !isReference(property.items ?? {})
          ? [`${schemaName}.${name} has no example`]
          : []),
      ]),
    ),

  'names the schema of every request body': ofCalls(({ operation: { requestBody } }) => {
    const isFileBody = ['application/x-ndjson', 'application/pdf', 'text/csv'].some(
      (type) => requestBody?.content[type]?.schema?.example !== undefined,
    );
    if (!requestBody || isFileBody) return [];
    return requestBody.content['application/json']?.schema?.$ref ? [] : ['no named schema'];
  }),
};
