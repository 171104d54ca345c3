import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseUnavailable, violatedConstraint } from '../../src/platform/database/errors.js';

const driverError = (code?: string, constraint?: string) =>
  Object.assign(new Error('says PostgreSQL'), { code, constraint });
const wrapped = (code?: string, constraint?: string) =>
  new QueryFailedError('SELECT 1', [], driverError(code, constraint));

describe('isDatabaseUnavailable', () => {
  it.each([
    ['08000', 'connection exception'],
    ['08006', 'connection failure'],
    ['40001', 'could not serialise'],
    ['40P01', 'deadlock'],
    ['53100', 'disk full'],
    ['53300', 'too many connections'],
    ['57014', 'statement timeout'],
    ['57P01', 'shutdown'],
    ['57P03', 'still starting'],
    ['58030', 'I/O error'],
    ['55000', 'not accepting connections'],
    ['25006', 'read-only: a primary became a standby'],
  ])('recognizes SQLSTATE %s (%s), with and without a TypeORM wrapper', (code) => {
    expect(isDatabaseUnavailable(wrapped(code))).toBe(true);
    expect(isDatabaseUnavailable(driverError(code))).toBe(true);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'])(
    'recognizes the network error %s',
    (code) => {
      expect(isDatabaseUnavailable(driverError(code))).toBe(true);
    },
  );

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])("recognizes the driver's message without a code: %s", (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
    expect(isDatabaseUnavailable(new QueryFailedError('SELECT 1', [], new Error(message)))).toBe(true);
  });

  it('recognizes an error inside a transaction', () => {
    expect(isDatabaseUnavailable(new QueryRunnerAlreadyReleasedError())).toBe(true);
    expect(isDatabaseUnavailable(new QueryRunnerProviderAlreadyReleasedError())).toBe(true);
  });

  it('recognizes an AggregateError after trying all addresses', () => {
    expect(isDatabaseUnavailable(new AggregateError([driverError('ECONNREFUSED'), driverError('ECONNREFUSED')]))).toBe(
      true,
    );
    expect(isDatabaseUnavailable(new AggregateError([new Error('something else')]))).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a violated constraint', wrapped('23505', 'users_username_key')],
    ['a value out of range', wrapped('22008')],
    ['a wrong statement', wrapped('42601')],
    ['a wrong password', wrapped('28P01')],
    ['an aborted transaction', wrapped('25P02')],
    ['a bug', new TypeError('x is not a function')],
    ['an error that only talks about connections', new Error('the connection between the two is unclear')],
    ['a text', 'Connection terminated'],
    ['null', null],
    ['undefined', undefined],
    ['a number as code', { code: 8 }],
  ])('does not match %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('violatedConstraint', () => {
  it.each([
    ['23505', 'coa_data_open_batch_key'],
    ['23503', 'coa_data_brand_fkey'],
    ['23514', 'coa_data_thc_check'],
  ])('returns the constraint for SQLSTATE %s', (code, constraint) => {
    expect(violatedConstraint(wrapped(code, constraint))).toBe(constraint);
    expect(violatedConstraint(driverError(code, constraint))).toBe(constraint);
  });

  it.each<[string, unknown]>([
    ['no name', wrapped('23502')],
    ['another error', wrapped('57014', 'coa_data_thc_check')],
    ['no code', wrapped()],
    ['no error', null],
  ])('returns null for %s', (_, error) => {
    expect(violatedConstraint(error)).toBeNull();
  });
});
