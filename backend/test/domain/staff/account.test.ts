import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { assertUsername } from '../../../src/domain/staff/account.js';

describe('a username', () => {
  it.each([['robin'], ['r2'], ['robin.vale'], ['robin_vale-2'], ['7up'], ['a'.repeat(63)]])('may be %j', (name) => {
    expect(() => assertUsername(name)).not.toThrow();
  });

  it.each([
    [''],
    ['r'],
    ['Robin'],
    ['robin vale'],
    ['.robin'],
    ['-robin'],
    ['_robin'],
    ['röbin'],
    ['robin@example.com'],
    ['robin\n'],
    ['a'.repeat(64)],
  ])('may not be %j', (name) => {
    const message = 'Use 2 to 63 lowercase letters, digits, dots, dashes or underscores';
    expect(() => assertUsername(name)).toThrow(InvalidInput);
    expect(() => assertUsername(name)).toThrow(expect.objectContaining({ fields: [{ field: 'username', message }] }));
  });
});
