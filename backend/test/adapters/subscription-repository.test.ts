import { subscriptionTable } from '../../src/modules/newsletter/database/subscription.table.js';
import { TypeOrmSubscriptionRepository } from '../../src/modules/newsletter/database/typeorm-subscription.repository.js';
import { InMemorySubscriptionRepository } from '../support/in-memory-subscription-repository.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';
import {
  describeSubscriptionLists,
  describeSubscriptionRepository,
  type OpenList,
  type OpenSubscriptions,
} from './subscription-repository.contract.js';

async function inMemory(): Promise<OpenSubscriptions> {
  const subscriptions = new InMemorySubscriptionRepository();
  return {
    subscriptions,
    stored: async () => subscriptions.stored(),
    unsubscribe: async (email, unsubscribedAt) => {
      const [found] = subscriptions.stored().filter((one) => one.email === email);
      if (found) subscriptions.put({ ...found, status: 'unsubscribed', unsubscribedAt });
    },
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenList> {
  const database = await emptyDatabase();
  return {
    subscriptions: new TypeOrmSubscriptionRepository(database),
    stored: async () => (await database.manager.find(subscriptionTable)).map(({ id, ...subscription }) => subscription),
    unsubscribe: async (email, unsubscribedAt) => {
      await database.manager.update(subscriptionTable, { email }, { status: 'unsubscribed', unsubscribedAt });
    },
    audit: () => auditLogOf(database),
  };
}

describeSubscriptionRepository('memory', inMemory);
describeSubscriptionRepository('PostgreSQL', inPostgres);
describeSubscriptionLists('PostgreSQL', inPostgres);
