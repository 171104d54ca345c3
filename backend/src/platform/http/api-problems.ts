import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { FIELD_ERROR_CODES, type FieldError, type FieldErrorCode } from '../../domain/shared/domain-error.js';

export class FieldErrorDto implements FieldError {
  @ApiProperty({
    description: 'Name of the field as it was sent; nested fields are joined with dots',
    example: 'status',
  })
  field!: string;

  @ApiProperty({
    description: 'What is wrong with it and what would be right, for people',
    example: 'status must be one of passed, failed, pending. Did you mean "passed"?',
  })
  message!: string;

  @ApiPropertyOptional({
    description:
      'Where it is in the JSON body, as a JSON Pointer (RFC 6901); "" is the whole body. Missing for a field of the URL',
    example: '/status',
  })
  pointer?: string;

  @ApiPropertyOptional({
    description:
      "What is wrong with it, for programs. There can be more codes one day: treat one you don't know as `invalid`",
    enum: FIELD_ERROR_CODES,
    enumName: 'FieldErrorCode',
    example: 'not-allowed',
  })
  code?: FieldErrorCode;

  @ApiPropertyOptional({
    description: 'The values that it can have, where there is a list',
    type: [String],
    example: ['passed', 'failed', 'pending'],
  })
  allowed?: readonly string[];

  @ApiPropertyOptional({
    description:
      'The allowed value, or the name of the field, that was probably meant. A guess for people: never send it unseen',
    type: String,
    example: 'passed',
  })
  suggestion?: string;
}

/** The body of every answer that is not a success: RFC 9457, with two additions. */
export class ProblemDto {
  @ApiProperty({
    description: 'Stable address of this kind of problem, which leads to a page that says what to do',
    example: '/problems/invalid-input',
  })
  type!: string;

  @ApiProperty({ description: 'Short name of this kind of problem', example: 'Invalid input' })
  title!: string;

  @ApiProperty({ description: 'HTTP status code', example: 400, minimum: 400, maximum: 599 })
  status!: number;

  @ApiProperty({ description: 'What happened here and what to do next', example: 'Batch ID is required' })
  detail!: string;

  @ApiProperty({ description: 'The same sentence as `detail`', example: 'Batch ID is required' })
  error!: string;

  @ApiProperty({ description: 'What is wrong field by field; empty when no field is to blame', type: [FieldErrorDto] })
  errors!: FieldErrorDto[];

  @ApiProperty({
    description: 'Names this request in our logs; quote it when you write to us',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  requestId!: string;
}

export const PROBLEM_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Something sent is missing, malformed or outside its range; `errors` says which field',
  401: 'Not signed in, or the name and password do not match',
  403: 'Signed in, but not allowed to do this; or sent by a page of another site',
  404: 'There is nothing at this address',
  409: 'It conflicts with what is stored: a duplicate, or someone else was faster; `type` says which',
  410: 'What you ask to go on from is no longer kept; `type` says what to do instead',
  412: 'Someone else changed it after you read it. Read it again',
  413: 'The body is larger than 256 kB',
  415: 'The body is not application/json',
  422: 'The idempotency key was used for another request',
  428: 'The header `If-Match` is missing',
  429: 'Too many requests; `Retry-After` says how many seconds to wait',
  503: 'The database cannot be reached; `Retry-After` says when to try again',
};

/** Documents the problems of an operation that do not follow from its guard and from what it takes (`withCommonProblems`). */
export const ApiProblems = (...statuses: number[]) => documented(statuses, PROBLEM_DESCRIPTIONS);

/** Documents what the guard of partner routes answers. */
export const ApiPartnerProblems = () =>
  documented([401, 403, 429], {
    ...PROBLEM_DESCRIPTIONS,
    401: 'No key, or one that is malformed, unknown, revoked or expired; `type` says which',
    403: 'The key lacks the scope this call needs, or the lab is suspended; `type` says which',
    429: 'Too many requests with this key; `Retry-After` says how many seconds to wait',
  });

function documented(statuses: readonly number[], descriptions: Readonly<Record<number, string>>) {
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: descriptions[status] ?? 'Problem',
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      }),
    ),
  );
}
