import { nameKey } from '../../src/domain/shared/name-key.js';
import type { Schema } from '../api/document.js';
import { componentOf, type Operation, resolve } from './document.js';

/** A resource from an earlier response that a later request can refer to. */
export interface KnownResource {
  readonly id: string;
  /** The last version seen. */
  readonly version?: number;
  /** SHA-256 of its document. */
  readonly document?: string;
  /** Lets the sender of a document read it. */
  readonly access?: string;
  /** Its owner: the name of an actor, or the id of the lab or certificate it belongs to. */
  readonly owner?: string;
}

/** The oldest entries are dropped. */
const MAX_PER_KIND = 250;

/** Which path parameters each response schema provides, the field with the value, and the one with the parameter before it. */
const LEARNED_FIELDS: Readonly<Record<string, readonly (readonly [kind: string, field: string, owner?: string])[]>> = {
  RuleDto: [
    ['rules/{id}', 'id'],
    ['{id}/{edition}', 'edition', 'id'],
  ],
  StaffRuleSummaryDto: [['rules/{id}', 'id']],
  ReferenceChangeSummaryDto: [['reference-changes/{id}', 'id']],
  ReferenceChangeDto: [['reference-changes/{id}', 'id']],
  SessionDto: [['sessions/{id}', 'id']],
  AccountDto: [['accounts/{id}', 'id']],
  ArticleSummaryDto: [['articles/{slug}', 'slug']],
  StaffArticleSummaryDto: [['articles/{id}', 'id']],
  LabDto: [['labs/{id}', 'id']],
  LabKeyDto: [['keys/{keyId}', 'id']],
  IssuedLabKeyDto: [['keys/{keyId}', 'id']],
  CoaSummaryDto: [
    ['coa/{batchId}', 'batchId'],
    ['brands/{brandName}', 'brandName'],
    ['products/{productName}', 'productName', 'brandName'],
  ],
  CoaDto: [['certificates/{reference}', 'reference']],
  SubmissionDto: [['submissions/{id}', 'id']],
  PendingDecisionDto: [['pending-decisions/{id}', 'id']],
  SubmissionInContextDto: [['submissions/{id}', 'id']],
  QueuedSubmissionDto: [['submissions/{id}', 'id']],
  ReviewCommentDto: [['comments/{commentId}', 'id']],
  OwnCertificateDto: [['certificates/{id}', 'id']],
  OwnCertificateSummaryDto: [['certificates/{id}', 'id']],
  BulkJobDto: [['bulk-jobs/{id}', 'id']],
  StaffBrandDto: [['brands/{id}', 'id']],
  BrandDto: [['brands/{brandName}', 'brandName']],
  MergedBrandDto: [['brand-mergers/{id}', 'id']],
  IssueSummaryDto: [['newsletter-issues/{id}', 'id']],
  IssueDto: [['newsletter-issues/{id}', 'id']],
  MessageSummaryDto: [['messages/{id}', 'id']],
  MessageDto: [['messages/{id}', 'id']],
  LabIncidentDto: [['lab-incidents/{id}', 'id']],
  StaffLabIncidentDto: [['lab-incidents/{id}', 'id']],
  NoticeSummaryDto: [['notices/{number}', 'id']],
  NoticeDto: [['notices/{number}', 'id']],
  StaffNoticeDto: [['notices/{id}', 'id']],
  MailDto: [['mail/{id}', 'id']],
  MailTemplateDto: [['mail-templates/{kind}', 'kind']],
  WebhookEndpointDto: [['webhook-endpoints/{id}', 'id']],
  WebhookEndpointWithSecretDto: [['webhook-endpoints/{id}', 'id']],
  DocumentUploadDto: [['documents/{sha256}', 'sha256']],
  DocumentReadingDto: [['documents/{sha256}', 'sha256']],
  DocumentDto: [['documents/{sha256}', 'sha256']],
  WebhookDeliveryDto: [['webhook-deliveries/{id}', 'id']],
};

/** Rows that were made in the same millisecond in one run and not in another change places in a list. */
function byId(one: unknown, other: unknown): number {
  const [a, b] = [one, other].map((item) => String((item as { id?: unknown } | null)?.id ?? ''));
  return (a ?? '') < (b ?? '') ? -1 : Number(a !== b);
}

/** What the test knows about the server, learned from responses only. */
export class FuzzModel {
  private readonly kinds = new Map<string, Map<string, KnownResource>>();
  /** Page cursors by list path. */
  private readonly cursors = new Map<string, string[]>();

  private readonly brands = new Set<string>();
  private readonly excluded = new Set<string>();

  /** Never target this one: it is an account that sends the requests. */
  exclude(id: string): void {
    this.excluded.add(id);
    for (const known of this.kinds.values()) known.delete(id);
  }

  add(kind: string, known: KnownResource): void {
    if (this.excluded.has(known.id)) return;
    const all = this.kinds.get(kind) ?? new Map<string, KnownResource>();
    this.kinds.set(kind, all);
    all.set(known.id, { ...all.get(known.id), ...known });
    const oldest = all.keys().next();
    if (all.size > MAX_PER_KIND && !oldest.done) all.delete(oldest.value);
  }

  known(kind: string, owner?: string): readonly KnownResource[] {
    const all = [...(this.kinds.get(kind)?.values() ?? [])];
    return owner === undefined ? all : all.filter((one) => one.owner === owner);
  }

  /** Whether no response has mentioned this brand. Renamed and merged brands keep their former names. */
  isNewBrand(name: unknown): boolean {
    return typeof name === 'string' && !this.brands.has(nameKey(name));
  }

  cursorsOf(path: string): readonly string[] {
    return this.cursors.get(path) ?? [];
  }

  anyCursor(): readonly string[] {
    return [...this.cursors.values()].flat();
  }

  /**
   * Learns the resources in a response.
   * @param owner the owner of these certificates, jobs and endpoints
   */
  learn({ path, operation }: Operation, status: number, body: unknown, link: string | undefined, owner: string): void {
    const schema = operation.responses[status]?.content?.['application/json']?.schema;
    if (schema) this.learnFrom(schema, body, owner);
    const cursor = /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1];
    if (!cursor) return;
    this.cursors.set(path, [...this.cursorsOf(path).slice(-9), cursor]);
  }

  private learnFrom(schema: Schema, body: unknown, owner: string): void {
    if (typeof body !== 'object' || body === null) return;
    const { items, properties } = resolve(schema);
    if (Array.isArray(body)) {
      for (const item of body.toSorted(byId)) if (items) this.learnFrom(items, item, owner);
      return;
    }
    const fields = body as Record<string, unknown>;
    if (typeof fields.brandName === 'string') this.brands.add(nameKey(fields.brandName));
    for (const [kind, field, ownerField] of LEARNED_FIELDS[componentOf(schema) ?? ''] ?? []) {
      const version = typeof fields.version === 'number' ? { version: fields.version } : {};
      const document = fields.documentSha256 ?? (fields.document as { sha256?: unknown } | undefined)?.sha256;
      this.add(kind, {
        id: String(fields[field]),
        owner: ownerField ? String(fields[ownerField]) : owner,
        ...version,
        ...(typeof document === 'string' && { document }),
        ...(typeof fields.access === 'string' && { access: fields.access }),
      });
    }
    // A nested resource belongs to its parent.
    const below = typeof fields.id === 'string' ? fields.id : owner;
    for (const [name, of] of Object.entries(properties ?? {})) {
      const holder = /comments/.test(name) ? below : owner;
      if (componentOf(of) || of.items) this.learnFrom(of, fields[name], holder);
    }
  }
}
