import { ApiProperty } from '@nestjs/swagger';

/**
 * Fields of responses whose schema can't be derived from TypeScript's types. Fields of requests are in fields.ts, since
 * they are also validated.
 */

export const Integer = (description: string, example: number) => ApiProperty({ description, type: 'integer', example });

export const IntegerOrNull = (description: string, example: number | null) =>
  ApiProperty({ description, type: 'integer', nullable: true, example });

export const TextList = (description: string, example: readonly string[]) =>
  ApiProperty({ description, type: [String], example });

export const Uuid = (description: string, example: string) => ApiProperty({ description, format: 'uuid', example });

export const Time = (description: string, example: string) =>
  ApiProperty({ description, type: String, format: 'date-time', example });

export const TimeOrNull = (description: string, example: string | null) =>
  ApiProperty({ description, type: String, format: 'date-time', nullable: true, example });

export const TextOrNull = (description: string, example: string | null) =>
  ApiProperty({ description, type: String, nullable: true, example });

/** One of a list of values, which the document names. */
export const OneOf = <T extends string | number>(
  values: readonly T[],
  enumName: string,
  description: string,
  example: NoInfer<T>,
) => ApiProperty({ description, enum: values, enumName, example });
