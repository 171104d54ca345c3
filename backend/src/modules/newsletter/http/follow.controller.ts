import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { Follows } from '../../../domain/newsletter/follows.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OptionalText, RequiredEmail, RequiredText } from '../../../platform/http/fields.js';
import { NoContent, Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import { Integer, IntegerOrNull } from '../../../platform/http/response-fields.js';

/** More than a person follows in a minute, too few to send email to many strangers. */
const REQUESTS_PER_MINUTE = 6;

const EXAMPLE_TOKEN = 'c.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

class FollowDto {
  @RequiredEmail('Enter a valid email address', { description: 'Where to send notices', example: 'sam@mail.example' })
  email!: string;

  @OptionalText('Brand', 255, { description: 'Of the batch or product, or alone', example: 'Cedar' })
  brandName?: string;

  @OptionalText('Product', 255, { description: 'A product of the brand', example: 'Yuzu Seltzer 5 mg' })
  productName?: string;

  @OptionalText('Batch ID', 255, { description: 'A batch. It may be missing in the registry', example: '#C9030' })
  batchId?: string;
}

class FollowLinkDto {
  @RequiredText('Token', 100, { description: 'The `token` of the link in the email', example: EXAMPLE_TOKEN })
  token!: string;
}

class StopFollowDto extends FollowLinkDto {
  @ApiProperty({
    description: 'The `id` of one thing that is followed; left out for everything',
    type: 'integer',
    minimum: 1,
    maximum: 2147483647,
    required: false,
    example: 12,
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ message: 'followId must be a whole number' })
  @Min(1, { message: 'followId must be at least 1' })
  @Max(2147483647, { message: 'followId is too large' })
  followId?: number;
}

class FollowedDto {
  @Integer('Number of what is followed', 12)
  id!: number;

  @ApiProperty({ description: 'What is followed, in words', example: 'Batch #C9030 of Cedar' })
  label!: string;

  @ApiProperty({ description: 'False until it is confirmed', example: true })
  confirmed!: boolean;
}

class NoticeEmailsDto {
  @Integer('Emails about recalls and other notices that were sent in the last 30 days', 240)
  sent!: number;

  @IntegerOrNull('Of 100 of them, 95 were sent within so many seconds of the publication; null if none was sent', 42)
  p95Seconds!: number | null;
}

@ApiTags('Public newsletter')
@Controller('api/follows')
@Public()
export class FollowController {
  constructor(private readonly follows: Follows) {}

  @Post()
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Follow a batch, product or brand',
    'Without names: all failed tests, withdrawn reports, and notices about laboratories. We send an email with a link ' +
      'to confirm, at most one an hour to an address. After that we send an email at once ' +
      'when something fails or is withdrawn, when there is a notice about its laboratory, or when a followed batch has ' +
      'a new report, and a weekly one about other new reports. The answer is the same whatever the address follows already.',
  )
  @NoContent('To be confirmed, or followed already')
  createFollow(@Body() { email, brandName, productName, batchId }: FollowDto): Promise<void> {
    const names = { brandName: brandName ?? null, productName: productName ?? null, batchId: batchId ?? null };
    return this.follows.ask(email, names);
  }

  @Post('confirm')
  @Operation(
    'Confirm what to follow',
    'Takes the token from the link in our email, and confirms everything that waits for it. It works as often as you ' +
      'like. A token that we did not make is answered 404 `newsletter-link-invalid`.',
  )
  @NoContent('Followed, now or before')
  @ApiProblems(404)
  confirmFollow(@Body() { token }: FollowLinkDto): Promise<void> {
    return this.follows.confirm(token);
  }

  @Get('notice-emails')
  @Operation(
    'Get how soon emails about notices went out',
    'For a public figure of how fast followers hear of a recall.',
  )
  @Ok(NoticeEmailsDto, 'Of the last 30 days')
  getNoticeEmails(): Promise<NoticeEmailsDto> {
    return this.follows.noticeEmails();
  }

  @Get(':token')
  @Header('cache-control', 'no-store')
  @Operation(
    'List what an address follows',
    'For the owner of the mailbox: the token is in the link at the end of every email. It names the address, so that ' +
      'the answer does not have to.',
  )
  @Ok([FollowedDto], 'What is followed or waits for confirmation, the oldest first')
  async listFollows(
    @PathParam('token', { description: 'The `token` of the link in the email', example: EXAMPLE_TOKEN }) token: string,
  ): Promise<FollowedDto[]> {
    const follows = await this.follows.list(token);
    return follows.map(({ id, label, confirmedAt }) => ({ id, label, confirmed: confirmedAt !== null }));
  }

  @Post('stop')
  @Operation(
    'Stop following',
    'Takes the token from the link at the end of every email. Without `followId` it stops everything and deletes the ' +
      'address. It works without a password and as often as you like.',
  )
  @NoContent('Not followed anymore, now or before')
  @ApiProblems(404)
  stopFollow(@Body() { token, followId }: StopFollowDto): Promise<void> {
    return this.follows.stop(token, followId ?? null);
  }
}
