import { ApiProperty } from '@nestjs/swagger';
import { OptionalText, RequiredEmail } from '../../platform/http/fields.js';

export class SubscribeDto {
  @RequiredEmail('Enter a valid email address', {
    description: 'Where to send the newsletter',
    example: 'sam@mail.example',
  })
  email!: string;

  @OptionalText('Source', 60, { description: 'Where on the site it was entered', example: 'homepage' })
  source?: string;
}

export class SubscriptionReceiptDto {
  @ApiProperty({
    description: 'What happened; the same whether or not the address was on the list already',
    example: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
  })
  message!: string;
}

/** Source: SPEC section 8. */
export const SUBSCRIBED: SubscriptionReceiptDto = {
  message: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
};
