import { InvalidInput } from '../shared/domain-error.js';
import { Clock } from '../shared/ports.js';
import { SubscriptionRepository } from './ports.js';

/** The newsletter. */
export class Newsletter {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Subscribes an address. The answer is the same whether or not it was on the list, so that nobody learns it.
   * @throws InvalidInput when the text cannot be an address
   */
  async subscribe(email: string, source: string | null): Promise<void> {
    if (!email.trim().includes('@')) {
      throw new InvalidInput([{ field: 'email', message: 'Enter a valid email address' }]);
    }
    await this.subscriptions.activate({
      email: email.trim(),
      status: 'active',
      subscribedAt: this.clock.now(),
      unsubscribedAt: null,
      source,
    });
  }
}
