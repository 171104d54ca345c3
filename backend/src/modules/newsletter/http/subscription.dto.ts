import { ApiProperty } from '@nestjs/swagger';
import { OptionalText, RequiredEmail, RequiredText } from '../../../platform/http/fields.js';

export class SubscribeDto {
  @RequiredEmail('Enter a valid email address', {
    description: 'Where to send the newsletter',
    example: 'sam@mail.example',
  })
  email!: string;

  @OptionalText('Source', 60, { description: 'Where on the site it was entered', example: 'homepage' })
  source?: string;
}

export class NewsletterLinkDto {
  @RequiredText('Token', 100, {
    description: 'The `token` of the link in the letter',
    example: 'c.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  token!: string;
}

export class SubscriptionReceiptDto {
  @ApiProperty({
    description: 'What happened; the same whether or not the address was on the list already',
    example: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
  })
  message!: string;
}

/** [source:newsletter-message] */
export const SUBSCRIBED: SubscriptionReceiptDto = {
  message: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
};

export const ASKED_TO_CONFIRM: SubscriptionReceiptDto = {
  message: 'We sent you an email. Open the link in it to confirm your subscription.',
};
