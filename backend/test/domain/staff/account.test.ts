import fc from 'fast-check';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { assertNewPassword, assertUsername } from '../../../src/domain/staff/account.js';

const GOOD = 'a sentence of my own';

function problemWith(check: () => void) {
  try {
    check();
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields[0];
    throw error;
  }
  return null;
}

describe('a name', () => {
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
      message: 'A name has 2 to 63 small letters, digits, dots, dashes or underscores',
    });
  });
});

describe('a new password', () => {
  it.each([
    [GOOD],
    ['x'.repeat(15)],
    ['x'.repeat(128)],
    ['пятнадцать букв'],
    ['🌊'.repeat(15)],
    ['     15 spaces     '],
  ])('may be %j', (password) => {
    expect(problemWith(() => assertNewPassword(password, 'robin'))).toBeNull();
  });

  it.each([
    ['', 'Use at least 15 characters; a sentence works well'],
    ['x'.repeat(14), 'Use at least 15 characters; a sentence works well'],
    ['🌊'.repeat(14), 'Use at least 15 characters; a sentence works well'],
    ['x'.repeat(129), 'Use at most 128 characters'],
    ['this is robin speaking', 'Leave your name out of the password'],
    ['THIS IS ROBIN SPEAKING', 'Leave your name out of the password'],
  ])('may not be %j', (password, message) => {
    expect(problemWith(() => assertNewPassword(password, 'robin'))).toEqual({ field: 'newPassword', message });
  });

  it('is counted in characters as people see them, and may hold any', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 15, maxLength: 128 }), (password) => {
        expect(problemWith(() => assertNewPassword(password, 'a-name-nobody-types'))).toBeNull();
      }),
    );
  });
});
