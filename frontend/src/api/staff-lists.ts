import { infiniteQueryOptions } from '@tanstack/react-query';
import { definedOnly, pageOf } from './api';
import {
  listAuditEntriesQueryKey,
  listContactMessagesQueryKey,
  listLabCertificatesQueryKey,
  listLabWebhookDeliveriesQueryKey,
  listMailQueryKey,
  listNewsletterIssuesQueryKey,
  listSubmissionsQueryKey,
  listSubscribersQueryKey,
} from './generated/@tanstack/react-query.gen';
import {
  listAuditEntries,
  listContactMessages,
  listLabCertificates,
  listLabWebhookDeliveries,
  listMail,
  listNewsletterIssues,
  listSubmissions,
  listSubscribers,
} from './generated/sdk.gen';
import type {
  CertificateSource,
  ContactTopic,
  MailSelection,
  MessageStanding,
  QueueSort,
  SubmissionStatus,
  SubscriberSelection,
  WebhookDeliveryState,
} from './generated/types.gen';

// Apart from the public lists, so that visitors do not download them.

/** What a reviewer asks of the queue. */
export interface QueueFilters {
  readonly submissionStatus: SubmissionStatus;
  readonly source?: CertificateSource;
  readonly overdue?: true;
  readonly search?: string;
  readonly sort?: QueueSort;
}

export const submissionPages = (filters: QueueFilters) =>
  infiniteQueryOptions({
    queryKey: [...listSubmissionsQueryKey(), 'pages', definedOnly(filters)],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listSubmissions({ query: { ...filters, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

export interface MessageFilters {
  readonly standing: MessageStanding;
  readonly topic?: ContactTopic;
  readonly search?: string;
}

export const contactMessagePages = (query: MessageFilters) =>
  infiniteQueryOptions({
    queryKey: [...listContactMessagesQueryKey(), 'pages', query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listContactMessages({ query: { ...query, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

/** What staff ask of the mail page. */
export interface MailFilters {
  readonly state: MailSelection;
  readonly search?: string;
}

export const mailPages = (filters: MailFilters) =>
  infiniteQueryOptions({
    queryKey: [...listMailQueryKey(), 'pages', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listMail({ query: { ...filters, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

/** Issues of the newsletter, newest first. */
export const newsletterIssuePages = () =>
  infiniteQueryOptions({
    queryKey: [...listNewsletterIssuesQueryKey(), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listNewsletterIssues({ query: { cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

export interface SubscriberFilters {
  readonly status: SubscriberSelection;
  readonly search?: string;
}

export const subscriberPages = (query: SubscriberFilters) =>
  infiniteQueryOptions({
    queryKey: [...listSubscribersQueryKey(), 'pages', query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listSubscribers({ query: { ...query, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

/** Filters by name, as the address has them; left out where it does not matter. */
export type AuditFilters = Partial<Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>>;

export const auditPages = (query: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...listAuditEntriesQueryKey(), 'pages', query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listAuditEntries({ query: { ...query, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

/** What was sent to a laboratory's webhook endpoints. */
export const labDeliveryPages = (labId: string, state?: WebhookDeliveryState) =>
  infiniteQueryOptions({
    queryKey: [...listLabWebhookDeliveriesQueryKey({ path: { labId } }), 'pages', state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(
        await listLabWebhookDeliveries({
          path: { labId },
          query: { state, cursor: pageParam },
          signal,
          throwOnError: true,
        }),
      ),
    getNextPageParam: (page) => page.next,
  });

export interface LabCertificateFilters {
  readonly submissionStatus?: SubmissionStatus;
  readonly search?: string;
}

/** Certificates that a lab sent, newest first. */
export const labCertificatePages = (id: string, filters: LabCertificateFilters) =>
  infiniteQueryOptions({
    queryKey: [...listLabCertificatesQueryKey({ path: { id } }), 'pages', definedOnly(filters)],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(
        await listLabCertificates({
          path: { id },
          query: { ...filters, cursor: pageParam },
          signal,
          throwOnError: true,
        }),
      ),
    getNextPageParam: (page) => page.next,
  });
