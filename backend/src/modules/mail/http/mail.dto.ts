import { ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { MAIL_SELECTIONS, type MailSelection } from '../../../domain/mail/mail.js';
import type { MailCounts } from '../../../domain/mail/ports.js';
import {
  MAIL_ERRORS,
  MAIL_STATES,
  type MailError,
  type MailState,
  type QueuedMail,
} from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import type { EmailTemplate } from '../../../platform/email/email-template-registry.js';
import { OneOfOptional, OptionalText } from '../../../platform/http/fields.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime } from '../../../platform/http/paging.js';
import { Integer, TextOrNull, Time, TimeOrNull } from '../../../platform/http/response-fields.js';

const STATE = { enum: MAIL_STATES, enumName: 'MailState', example: 'dead' };

export class MailListQueryDto extends PageQueryDto {
  @OneOfOptional('state', MAIL_SELECTIONS, 'MailSelection', {
    description: 'Which mail. `open`: what waits, is being sent or retried, or has failed. `all`: mail in every state',
    default: 'open',
    example: 'open',
  })
  state: MailSelection = 'open';

  @OptionalText('search', 254, {
    description:
      'A whole address or reference, or words of what an email is for or of the subject of a newsletter; without case',
    example: 'CB-7K3M-9QXD',
  })
  search?: string;
}

export class MailDto {
  @ApiProperty({ description: 'Number of the mail', example: '1042' })
  id!: string;

  @ApiProperty({ description: 'Name of the email template', example: 'submission.published' })
  kind!: string;

  @TextOrNull(
    'What the email is for, in one line; null if its template no longer exists',
    'To a submitter: their lab report is published',
  )
  description!: string | null;

  @ApiProperty({
    ...STATE,
    description:
      '`dead`: given up. `closed`: not sent, by a decision. `not-needed`: what it was about was gone by the time',
  })
  state!: MailState;

  @Integer('How often it was tried', 8)
  attempts!: number;

  @ApiProperty({
    description: 'Why the last attempt failed; null when it did not',
    enum: MAIL_ERRORS,
    enumName: 'MailError',
    nullable: true,
    example: 'recipient-refused',
  })
  lastError!: MailError | null;

  @Time('When it was asked for', '2026-11-20T15:04:05.000Z')
  createdAt!: Date;

  @TimeOrNull('When it is tried next; null when it is not', null)
  nextAttemptAt!: Date | null;

  @TimeOrNull('When it was sent, given up or closed; null while it waits', '2026-11-21T15:04:05.000Z')
  finishedAt!: Date | null;
}

export class AddressedMailDto extends MailDto {
  @TextOrNull('Where it goes, written anew; null when what it is about, or the person, is gone', 'robin@brand.example')
  to!: string | null;

  @TextOrNull('Its subject, written anew; null likewise', 'Your certificate is public')
  subject!: string | null;
}

export class MailCountDto {
  @ApiProperty({ ...STATE, description: 'State' })
  state!: MailState;

  @Integer('How much mail stands so, counted up to 1,001', 3)
  count!: number;
}

export class MailTemplateDto {
  @ApiProperty({ description: 'Name of the email template', example: 'submission.published' })
  kind!: string;

  @ApiProperty({
    description: 'What it is for, in a line',
    example: 'To a submitter: their lab report is published',
  })
  description!: string;
}

export class MailTemplateExampleDto extends MailTemplateDto {
  @ApiProperty({ description: 'Subject of the example', example: 'Your certificate is public' })
  subject!: string;

  @ApiProperty({ description: 'Where the example goes', example: 'robin@brand.example' })
  to!: string;

  @ApiProperty({ description: 'The example without formatting', example: 'Your certificate is public\n' })
  text!: string;
}

export function toMailDto(mail: QueuedMail, known: EmailTemplate | null): MailDto {
  const { id, kind, state, attempts, lastError, createdAt, nextAttemptAt, finishedAt } = mail;
  return {
    id,
    kind,
    description: known?.description ?? null,
    state,
    attempts,
    lastError,
    createdAt,
    nextAttemptAt: state === 'waiting' ? nextAttemptAt : null,
    finishedAt,
  };
}

export const toAddressedMailDto = (
  mail: QueuedMail,
  known: EmailTemplate | null,
  email: EmailMessage | null,
): AddressedMailDto => ({ ...toMailDto(mail, known), to: email?.to ?? null, subject: email?.subject ?? null });

export const toMailCountDtos = (counts: MailCounts): MailCountDto[] =>
  MAIL_STATES.map((state) => ({ state, count: counts[state] }));

export const toMailTemplateDto = ({ kind, description }: EmailTemplate): MailTemplateDto => ({ kind, description });

export function toMailTemplateExampleDto(known: EmailTemplate): MailTemplateExampleDto {
  const { subject, to, text } = known.example();
  return { ...toMailTemplateDto(known), subject, to, text };
}

export const mailCursorSchema = z.object({ createdAt: cursorTime, id: z.string().regex(/^[1-9]\d{0,17}$/) });
