import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Newsletter } from '../../domain/newsletter/newsletter.js';
import { Public } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { SUBSCRIBED, SubscribeDto, SubscriptionReceiptDto } from './subscription.dto.js';

@ApiTags('Newsletter')
@Controller('api/subscribe')
@Public()
export class SubscriptionController {
  constructor(private readonly newsletter: Newsletter) {}

  @Post()
  @ApiOperation({ operationId: 'subscribe', summary: 'Subscribe an address to the newsletter' })
  @ApiCreatedResponse({ description: 'Subscribed, now or before', type: SubscriptionReceiptDto })
  @ApiProblems(400, 403, 413, 415, 429)
  async subscribe(@Body() { email, source }: SubscribeDto): Promise<SubscriptionReceiptDto> {
    await this.newsletter.subscribe(email, source ?? null);
    return SUBSCRIBED;
  }
}
