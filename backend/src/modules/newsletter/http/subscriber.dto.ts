import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { z } from 'zod';
import type { SubscriptionCursor } from '../../../domain/newsletter/ports.js';
import {
  normalizeSearch,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionFilter,
  type SubscriptionStatus,
} from '../../../domain/newsletter/subscription.js';
import type { Cell } from '../../../platform/http/csv.js';
import { OptionalText } from '../../../platform/http/fields.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull } from '../../../platform/http/response-fields.js';

const SELECTIONS = ['all', ...SUBSCRIPTION_STATUSES] as const;
type SubscriberSelection = (typeof SELECTIONS)[number];

const SELECTION = {
  description: 'Subscriptions of this status, or all',
  enum: SELECTIONS,
  enumName: 'SubscriberSelection',
};
const ONE_OF = { message: `status must be one of ${SELECTIONS.join(', ')}` };

const AddressSearch = () =>
  OptionalText('search', 100, { description: 'A part of the address, in any case', example: 'mail.example' });

export class SubscriberListQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ ...SELECTION, default: 'all', example: 'all' })
  @IsIn(SELECTIONS, ONE_OF)
  status: SubscriberSelection = 'all';

  @AddressSearch()
  search?: string;
}

export class SubscriberExportDto {
  @ApiProperty({ ...SELECTION, example: 'active' })
  @IsIn(SELECTIONS, ONE_OF)
  status!: SubscriberSelection;

  @AddressSearch()
  search?: string;
}

export class SubscriberDto {
  @Integer('Number of the subscription', 12)
  id!: number;

  @ApiProperty({ description: 'The address', example: 'sam@mail.example' })
  email!: string;

  @OneOf(SUBSCRIPTION_STATUSES, 'SubscriptionStatus', 'Whether the newsletter goes there', 'active')
  status!: SubscriptionStatus;

  @Time('When it was subscribed, last', '2026-11-20T15:04:05.000Z')
  subscribedAt!: Date;

  @TimeOrNull('When it was taken off the list, by its owner or by a refusal', null)
  unsubscribedAt!: Date | null;

  @TextOrNull('Where on the site it was entered', 'homepage')
  source!: string | null;
}

export class SubscriberCountsDto {
  @Integer('Addresses that the newsletter goes to', 1240)
  active!: number;

  @Integer('Addresses that were asked to confirm and did not yet', 4)
  pending!: number;

  @Integer('Addresses whose owners took them off the list', 31)
  unsubscribed!: number;

  @Integer('Addresses whose servers reject our email', 7)
  bounced!: number;
}

export const toSubscriptionFilter = ({ status, search }: SubscriberExportDto): SubscriptionFilter => ({
  status: status === 'all' ? null : status,
  search: normalizeSearch(search),
});

export const toSubscriberDto = (subscription: Subscription & { readonly id: number }): SubscriberDto => {
  const { id, email, status, subscribedAt, unsubscribedAt, source } = subscription;
  return { id, email, status, subscribedAt, unsubscribedAt, source };
};

/** Contains no email address, because cursors appear in URLs. */
export const subscriberCursorSchema: z.ZodType<SubscriptionCursor> = z
  .object({ subscribedAt: z.iso.datetime(), id: z.int32() })
  .transform(({ subscribedAt, id }) => ({ subscribedAt: new Date(subscribedAt), id }));

export const CSV_COLUMNS = ['email', 'status', 'subscribed at', 'unsubscribed at', 'source'];

export const CSV_EXAMPLE = `${CSV_COLUMNS.join(',')}\r\nsam@mail.example,active,2026-11-20T15:04:05.000Z,,homepage\r\n`;

export const toCells = ({ email, status, subscribedAt, unsubscribedAt, source }: Subscription): Cell[] => [
  email,
  status,
  subscribedAt,
  unsubscribedAt,
  source,
];

export const toSubscriberCountsDto = (counts: Readonly<Record<SubscriptionStatus, number>>): SubscriberCountsDto => ({
  active: counts.active,
  pending: counts.pending,
  unsubscribed: counts.unsubscribed,
  bounced: counts.bounced,
});
