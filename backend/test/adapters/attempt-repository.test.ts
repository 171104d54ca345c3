import { byAddress, byName } from '../../src/domain/staff/sign-in-attempts.js';
import { TypeOrmAttemptRepository } from '../../src/modules/staff/database/typeorm-attempt.repository.js';
import { NOW } from '../support/builders.js';
import { InMemoryAttemptRepository } from '../support/in-memory-attempt-repository.js';
import { describeAttemptRepository } from './attempt-repository.contract.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

describeAttemptRepository('memory', async () => new InMemoryAttemptRepository());
describeAttemptRepository('PostgreSQL', async () => new TypeOrmAttemptRepository(await emptyDatabase()));

describe('PostgreSQL', () => {
  it('deletes expired attempts of every account', async () => {
    const database = await emptyDatabase();
    const attempts = new TypeOrmAttemptRepository(database);
    const later = new Date(NOW.getTime() + 13 * 3_600_000);
    await attempts.begin([byName('old')], NOW);
    await attempts.begin([byName('new')], later);
    await attempts.succeed([byName('other')], later);
    expect(await database.query('SELECT "key" FROM staff_attempts')).toEqual([{ key: 'name:new' }]);
  });

  it('lets attempts in either order of their counters pass beside those that succeed', async () => {
    const attempts = new TypeOrmAttemptRepository(await emptyDatabase());
    const counters = [byName('robin'), byAddress('192.0.2.1')];
    const rounds = Array.from({ length: 30 }, async (_, n) => {
      await attempts.begin(n % 2 ? counters : counters.toReversed(), NOW);
      await attempts.succeed(counters, NOW);
    });
    expect((await Promise.allSettled(rounds)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
