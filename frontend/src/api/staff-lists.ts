import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import {
  getRuleImpactQueryKey,
  listAuditEntriesQueryKey,
  listBrandRequestsQueryKey,
  listContactMessagesQueryKey,
  listLabCertificatesQueryKey,
  listLabWebhookDeliveriesQueryKey,
  listMailQueryKey,
  listNewsletterIssuesQueryKey,
  listProblemReportsQueryKey,
  listReferenceChangesQueryKey,
  listSubmissionsQueryKey,
  listSubscribersQueryKey,
  listUnresolvedNamesQueryKey,
} from './generated/@tanstack/react-query.gen';
import {
  getRuleImpact,
  listAuditEntries,
  listBrandRequests,
  listContactMessages,
  listLabCertificates,
  listLabWebhookDeliveries,
  listMail,
  listNewsletterIssues,
  listProblemReports,
  listReferenceChanges,
  listSubmissions,
  listSubscribers,
  listUnresolvedNames,
} from './generated/sdk-staff.gen';
import type {
  BrandRequestStanding,
  CertificateSource,
  ContactTopic,
  MailSelection,
  MessageStanding,
  ProblemStanding,
  QueueSort,
  ReferenceChangeSelection,
  SubmissionStatus,
  SubscriberSelection,
  WebhookDeliveryState,
} from './generated/types.gen';
import { pagedQuery } from './paged-query';

// Separate from the public lists in api.ts, so that visitors do not download these.

/** Filters of the review queue. */
export interface QueueFilters {
  readonly submissionStatus: SubmissionStatus;
  readonly source?: CertificateSource;
  readonly overdue?: true;
  /** Published without a reviewer, to be checked afterwards. */
  readonly spotChecks?: true;
  readonly search?: string;
  readonly sort?: QueueSort;
}

export const submissionPages = (filters: QueueFilters) =>
  pagedQuery(listSubmissionsQueryKey(), filters, (cursor, options) =>
    listSubmissions({ query: { ...filters, cursor }, ...options }),
  );

export interface MessageFilters {
  readonly standing: MessageStanding;
  readonly topic?: ContactTopic;
  readonly search?: string;
}

export const contactMessagePages = (filters: MessageFilters) =>
  pagedQuery(listContactMessagesQueryKey(), filters, (cursor, options) =>
    listContactMessages({ query: { ...filters, cursor }, ...options }),
  );

export interface ProblemFilters {
  readonly standing: ProblemStanding;
  readonly certificate?: string;
  readonly sameReporterAs?: string;
}

/** One page at most. */
export const problemReportPages = (filters: ProblemFilters) =>
  pagedQuery(listProblemReportsQueryKey(), filters, (_, options) => listProblemReports({ query: filters, ...options }));

/** One page at most. */
export const brandRequestPages = (standing: BrandRequestStanding) =>
  pagedQuery(listBrandRequestsQueryKey(), { standing }, (_, options) =>
    listBrandRequests({ query: { standing }, ...options }),
  );

export interface MailFilters {
  readonly state: MailSelection;
  readonly search?: string;
}

export const mailPages = (filters: MailFilters) =>
  pagedQuery(listMailQueryKey(), filters, (cursor, options) => listMail({ query: { ...filters, cursor }, ...options }));

/** Newsletter issues, newest first. */
export const newsletterIssuePages = () =>
  pagedQuery(listNewsletterIssuesQueryKey(), {}, (cursor, options) =>
    listNewsletterIssues({ query: { cursor }, ...options }),
  );

export interface SubscriberFilters {
  readonly status: SubscriberSelection;
  readonly search?: string;
}

export const subscriberPages = (filters: SubscriberFilters) =>
  pagedQuery(listSubscribersQueryKey(), filters, (cursor, options) =>
    listSubscribers({ query: { ...filters, cursor }, ...options }),
  );

/** Filters of the audit log, under their names in the query string. */
export type AuditFilters = Partial<Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>>;

export const auditPages = (filters: AuditFilters) =>
  pagedQuery(listAuditEntriesQueryKey(), filters, (cursor, options) =>
    listAuditEntries({ query: { ...filters, cursor }, ...options }),
  );

/** Webhook deliveries to a lab's endpoints. */
export const labDeliveryPages = (labId: string, filters: { readonly state?: WebhookDeliveryState }) =>
  pagedQuery(listLabWebhookDeliveriesQueryKey({ path: { labId } }), filters, (cursor, options) =>
    listLabWebhookDeliveries({ path: { labId }, query: { ...filters, cursor }, ...options }),
  );

export interface LabCertificateFilters {
  readonly submissionStatus?: SubmissionStatus;
  readonly search?: string;
}

/** Certificates that a lab sent, newest first. */
export const labCertificatePages = (id: string, filters: LabCertificateFilters) =>
  pagedQuery(listLabCertificatesQueryKey({ path: { id } }), filters, (cursor, options) =>
    listLabCertificates({ path: { id }, query: { ...filters, cursor }, ...options }),
  );

/** Proposed changes of vocabulary and rules, newest first. */
export const referenceChangePages = (filters: { readonly state: ReferenceChangeSelection }) =>
  pagedQuery(listReferenceChangesQueryKey(), filters, (cursor, options) =>
    listReferenceChanges({ query: { ...filters, cursor }, ...options }),
  );

interface Part {
  readonly next: string | null;
}

/** A list whose responses have the cursor of the next part in their body. */
const partsQuery = <Row extends Part>(
  queryKey: QueryKey,
  fetchPart: (
    query: { cursor?: string },
    options: { signal: AbortSignal; throwOnError: true },
  ) => Promise<{ data: Row }>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await fetchPart(cursor === null ? {} : { cursor }, { signal, throwOnError: true })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Printed names without a match, from the newest certificates to older ones. */
export const unresolvedNames = () =>
  partsQuery(listUnresolvedNamesQueryKey(), (query, options) => listUnresolvedNames({ query, ...options }));

/** What a proposed edition of a rule would change, part by part of the certificates. */
export const ruleImpact = (id: string) =>
  partsQuery(getRuleImpactQueryKey({ path: { id } }), (query, options) =>
    getRuleImpact({ path: { id }, query, ...options }),
  );
