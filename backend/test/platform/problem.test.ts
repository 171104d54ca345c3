import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { errorCodes } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { DomainError, InvalidInput } from '../../src/domain/shared/domain-error.js';
import type { KindAndCode } from '../../src/domain/shared/problem-codes.js';
import { problemOf } from '../../src/platform/http/problem.js';
import { TooManyRequests } from '../../src/platform/http/rate-limit.js';

const of = (error: unknown) => problemOf(error, 'request-1');

const postgres = (code: string | undefined, message = 'says PostgreSQL', constraint?: string) =>
  new QueryFailedError('SELECT 1', ['secret'], Object.assign(new Error(message), { code, constraint }));

const coded = (code: string, message = 'says Node') => Object.assign(new Error(message), { code });

describe('a domain error', () => {
  it.each<[...KindAndCode, number, string]>([
    ['invalid', 'invalid-input', 400, 'Invalid input'],
    ['unauthenticated', 'sign-in-failed', 401, 'Not signed in'],
    ['forbidden', 'not-permitted', 403, 'Not allowed'],
    ['not-found', 'brand-not-found', 404, 'Not found'],
    ['conflict', 'duplicate-batch', 409, 'Conflict'],
    ['too-many', 'too-many', 429, 'Too many requests'],
  ])('of kind %s and code %s becomes status %d with the same message', (...row) => {
    const [kind, code, status, title] = row;
    const fields = [{ field: 'batchId', message: 'Batch ID is required' }];
    const error = new DomainError(
      ...([kind, code, 'What happened.', fields] as ConstructorParameters<typeof DomainError>),
    );
    expect(of(error)).toEqual({
      type: `/problems/${code}`,
      title,
      status,
      detail: 'What happened.',
      error: 'What happened.',
      errors: [{ field: 'batchId', message: 'Batch ID is required', pointer: '/batchId', code: 'invalid' }],
      requestId: 'request-1',
    });
  });

  it('has the message of the first invalid field as its detail', () => {
    const fields = [
      { field: 'labName', message: 'Lab name is required' },
      { field: 'testDate', message: 'Test date is required' },
    ];
    expect(of(new InvalidInput(fields))).toMatchObject({ status: 400, detail: 'Lab name is required', errors: fields });
    expect(of(new InvalidInput([]))).toMatchObject({ detail: 'Please check what you entered', errors: [] });
  });

  it('has Retry-After after too many requests', () => {
    expect(of(new TooManyRequests(42))).toMatchObject({
      type: '/problems/too-many',
      status: 429,
      detail: 'Too many requests. Please wait 42 seconds and try again.',
    });
  });
});

describe('an HTTP error', () => {
  const UNREADABLE =
    "We couldn't read the request. Check that the body is valid JSON and the URL has no broken characters.";

  it.each<[string, unknown, number, string, string]>([
    ['broken JSON', new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), 400, 'bad-request', UNREADABLE],
    ['an empty body', new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY(), 400, 'bad-request', UNREADABLE],
    ['a broken address', new errorCodes.FST_ERR_BAD_URL('/%ZZ'), 400, 'bad-request', UNREADABLE],
    ['a sender that hung up', coded('ECONNRESET', 'aborted'), 400, 'bad-request', UNREADABLE],
    [
      'a page of another site',
      new ForbiddenException('Cross-origin request detected'),
      403,
      'cross-site',
      'This request came from another site, so we refused it.',
    ],
    [
      'an unknown address',
      new NotFoundException('Cannot GET /x'),
      404,
      'not-found',
      "We couldn't find anything at this address.",
    ],
    [
      'a wrong method',
      new HttpException('x', 405),
      405,
      'method-not-allowed',
      "This address doesn't support that method.",
    ],
    ['a slow request', { statusCode: 408 }, 408, 'timeout', 'The request took too long to arrive. Please try again.'],
    [
      'a large body',
      new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(),
      413,
      'too-large',
      'The request is larger than 256 kB.',
    ],
    [
      'a long address',
      new errorCodes.FST_ERR_MAX_PARAM_LENGTH('/x'),
      414,
      'address-too-long',
      'Part of the address is too long.',
    ],
    [
      'another type',
      new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/csv'),
      415,
      'unsupported-media-type',
      'Send the body as application/json, uncompressed.',
    ],
    ['large headers', { statusCode: 431 }, 431, 'headers-too-large', 'The headers are larger than 16 kB.'],
    ['anything else', new HttpException("I'm a teapot", 418), 418, 'bad-request', "We couldn't complete the request."],
  ])('%s has our message, not the library’s', (_, error, status, code, detail) => {
    const problem = of(error);
    expect(problem).toMatchObject({ type: `/problems/${code}`, status, detail, error: detail, errors: [] });
    expect(problem.title).not.toBe('');
  });

  it('never repeats user input', () => {
    expect(JSON.stringify(of(new BadRequestException('your password is hunter2')))).not.toContain('hunter2');
    expect(JSON.stringify(of(new UnauthorizedException('hunter2')))).not.toContain('hunter2');
    expect(JSON.stringify(of(new errorCodes.FST_ERR_BAD_URL('/coa/hunter2%')))).not.toContain('hunter2');
  });
});

describe('an unavailable database', () => {
  it.each<[string, unknown]>([
    // database-errors.test.ts has all errors of this kind.
    ['a cut connection', coded('ECONNRESET', 'read ECONNRESET')],
    ['a statement that took too long', postgres('57014')],
  ])('becomes a 503: %s', (_, error) => {
    const detail = 'The registry cannot reach its database right now. Please try again in a moment.';
    expect(of(error)).toEqual({
      type: '/problems/unavailable',
      title: 'Unavailable',
      status: 503,
      detail,
      error: detail,
      errors: [],
      requestId: 'request-1',
    });
  });
});

describe('an unexpected error', () => {
  it.each<[string, unknown]>([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'hunter2')")],
    ['a violated constraint that no adapter knows', postgres('23505', 'duplicate key hunter2', 'users_pkey')],
    ['a value that PostgreSQL does not take', postgres('22008', 'date out of range: hunter2')],
    ['a wrong statement', postgres('42703', 'column "hunter2" does not exist')],
    ['a wrong password for the database', postgres('28P01', 'password authentication failed for user hunter2')],
    ['an error of the server itself', new InternalServerErrorException('hunter2')],
    ['an error with a status that is none', Object.assign(new Error('hunter2'), { statusCode: 200 })],
    ['a text', 'hunter2'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 404],
  ])('becomes a 500 without details: %s', (_, error) => {
    const problem = of(error);
    expect(problem).toMatchObject({ type: '/problems/unexpected', title: 'Unexpected error', status: 500, errors: [] });
    expect(problem.detail).toBe(
      'Something went wrong on our side. Nothing was published. Please try again, and tell us if it happens again.',
    );
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });
});
