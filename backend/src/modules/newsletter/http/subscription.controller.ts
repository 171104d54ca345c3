import { Body, Controller, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { Newsletter } from '../../../domain/newsletter/newsletter.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OneClick } from '../../../platform/http/one-click.js';
import { Created, NoContent, Operation } from '../../../platform/http/operation.js';
import {
  ASKED_TO_CONFIRM,
  NewsletterLinkDto,
  SUBSCRIBED,
  SubscribeDto,
  SubscriptionReceiptDto,
} from './subscription.dto.js';

@ApiTags('Public newsletter')
@Controller()
@Public()
export class SubscriptionController {
  constructor(private readonly newsletter: Newsletter) {}

  @Post('api/subscribe')
  @Operation(
    'Subscribe to the newsletter',
    'The answer is the same whether or not the address is already on the list, so that no one can find ' +
      'out who reads it. If the site asks people to confirm, we send an email with a link first.',
  )
  @Created(SubscriptionReceiptDto, 'Subscribed, now or before')
  async subscribe(@Body() { email, source }: SubscribeDto): Promise<SubscriptionReceiptDto> {
    await this.newsletter.subscribe(email, source ?? null);
    return this.newsletter.doubleOptIn ? ASKED_TO_CONFIRM : SUBSCRIBED;
  }

  @Post('api/newsletter/confirm')
  @Operation(
    'Confirm a subscription',
    'Takes the token from the link in our confirmation email. You can follow the link more than once. A ' +
      'token that we did not make is answered 404 `newsletter-link-invalid`.',
  )
  @NoContent('On the list, now or before')
  @ApiProblems(404)
  confirmSubscription(@Body() { token }: NewsletterLinkDto): Promise<void> {
    return this.newsletter.confirm(token);
  }

  @Post('api/newsletter/unsubscribe')
  @Operation(
    'Unsubscribe from the newsletter',
    'Takes the token from the link in each newsletter. It works without a password and as often as you ' + 'like.',
  )
  @NoContent('Off the list, now or before')
  @ApiProblems(404)
  unsubscribe(@Body() { token }: NewsletterLinkDto): Promise<void> {
    return this.newsletter.unsubscribe(token);
  }

  @Post('api/newsletter/resubscribe')
  @Operation(
    'Undo an unsubscribe',
    'Puts the address back on the list with the token from the same link, for someone who unsubscribed by' +
      ' mistake.',
  )
  @NoContent('On the list, now or before')
  @ApiProblems(404)
  resubscribe(@Body() { token }: NewsletterLinkDto): Promise<void> {
    return this.newsletter.resubscribe(token);
  }

  /**
   * One-click unsubscribe: mail programs post to the link (RFC 8058), and so does the page's form in browsers without
   * JavaScript. No redirect, as RFC 8058 requires.
   */
  @Post('unsubscribe')
  @HttpCode(200)
  @OneClick()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('referrer-policy', 'no-referrer')
  @ApiExcludeEndpoint()
  async oneClick(@Query('token') token: unknown): Promise<string> {
    await this.newsletter.unsubscribe(typeof token === 'string' ? token : '');
    return plainPage('You are unsubscribed', "We won't send the newsletter to this address anymore.");
  }

  /** The confirmation page's form, for browsers without JavaScript. */
  @Post('newsletter/confirm')
  @HttpCode(200)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('referrer-policy', 'no-referrer')
  @ApiExcludeEndpoint()
  async confirmByForm(@Query('token') token: unknown): Promise<string> {
    await this.newsletter.confirm(typeof token === 'string' ? token : '');
    return plainPage('You are on the list', "You'll get the next newsletter at this address.");
  }
}

const plainPage = (title: string, sentence: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">To the site</a></p></main></body>
</html>
`;
