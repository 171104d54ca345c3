import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { assertUsername } from '../../../src/domain/staff/account.js';

function problemWith(check: () => void) {
  try {
    check();
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields[0];
    throw error;
  }
  return null;
}

describe('a username', () => {
  it.each([['robin'], ['r2'], ['robin.vale'], ['robin_vale-2'], ['7up'], ['a'.repeat(63)]])('may be %j', (name) => {
    expect(problemWith(() => assertUsername(name))).toBeNull();
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
    expect(problemWith(() => assertUsername(name))).toEqual({
      field: 'username',
      message: 'Use 2 to 63 lowercase letters, digits, dots, dashes or underscores',
    });
  });
});
