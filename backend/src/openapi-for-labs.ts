import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-operations.js';

/** Public calls that labs need for a test key, and to see their published certificates. */
const PUBLIC_CALLS = ['requestSandbox', 'openSandbox', 'listCoas', 'getCoa', 'getCertificate', 'listBrands'];

const isForLabs = ({ operationId = '', tags = [] }: Operation) =>
  tags.some((tag) => tag.startsWith('Partner ')) || PUBLIC_CALLS.includes(operationId);

const DESCRIPTION = `What a lab needs to send certificates by program: the calls of the partner API, the webhooks we send, and the few
public calls that show the result. It is a part of the [full document](/api/openapi.json).`;

/** The subset of the document for labs, with every component it references. */
export function documentForLabs(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const operations = Object.entries(item).filter(([, operation]) => isForLabs(operation as Operation));
      return operations.length > 0 ? [[path, Object.fromEntries(operations)]] : [];
    }),
  );
  const webhooks = document.webhooks ?? {};
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(Object.values) as Operation[];
  const tags = new Set(operations.flatMap(({ tags: names = [] }) => names));
  const groups = (document as { 'x-tagGroups'?: readonly { name: string; tags: string[] }[] })['x-tagGroups'] ?? [];
  const { info, components: { securitySchemes: { partnerKey } = {}, ...components } = {} } = document;
  return {
    ...document,
    info: { ...info, title: `${info.title} for labs`, description: `${DESCRIPTION}\n\n${info.description}` },
    tags: (document.tags ?? []).filter(({ name }) => tags.has(name)),
    'x-tagGroups': groups
      .map((group) => ({ ...group, tags: group.tags.filter((name) => tags.has(name)) }))
      .filter((group) => group.tags.length > 0),
    paths,
    webhooks,
    components: { securitySchemes: { partnerKey }, ...onlyUsed(components, [paths, webhooks]) },
  } as OpenAPIObject;
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** @returns the components referenced by `roots`, directly or transitively */
function onlyUsed(components: object, roots: readonly unknown[]): object {
  const used = new Set<string>();
  const collect = (value: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [kind = '', name = ''] = reference.split('/');
      collect((components as Components)[kind]?.[name] ?? null);
    }
  };
  collect(roots);
  return Object.fromEntries(
    Object.entries(components as Components).map(([kind, named = {}]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
}
