import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Newsletter } from '../../../domain/newsletter/newsletter.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OptionalText, RequiredEmail, RequiredText } from '../../../platform/http/fields.js';
import { Created, NoContent, Operation } from '../../../platform/http/operation.js';

class SubscribeDto {
  @RequiredEmail('Enter a valid email address', {
    description: 'Where to send the newsletter',
    example: 'sam@mail.example',
  })
  email!: string;

  @OptionalText('Source', 60, { description: 'Where on the site it was entered', example: 'homepage' })
  source?: string;
}

class NewsletterLinkDto {
  @RequiredText('Token', 100, {
    description: 'The `token` of the link in the letter',
    example: 'c.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  token!: string;
}

class SubscriptionReceiptDto {
  @ApiProperty({
    description: 'What happened; the same whether or not the address was on the list already',
    example: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
  })
  message!: string;
}

/** [source:newsletter-message] */
const SUBSCRIBED: SubscriptionReceiptDto = {
  message: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
};

const ASKED_TO_CONFIRM: SubscriptionReceiptDto = {
  message: 'We sent you an email. Open the link in it to confirm your subscription.',
};

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
}
