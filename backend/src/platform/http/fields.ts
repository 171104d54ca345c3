import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  isISO8601,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';

/**
 * Fields of request bodies, each one decorator that is both the documented schema and the check, so that the two
 * cannot drift apart.
 */
interface Field {
  /** What the field is, for the document. */
  readonly description: string;
  readonly example: string;
}

export const trim = () => Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));

/** Browsers send an empty optional input as "": that means it was left out. */
export const trimToUndefined = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : (value ?? undefined)));

/** "Batch ID is required", or, where something else was sent, that it must be text. */
const textRequired = (label: string) => ({
  message: ({ value }: ValidationArguments) =>
    typeof value === 'number' ? `${label} must be text, such as "${value}"` : `${label} is required`,
});

/** The message that a number was sent as text; undefined if it was not. */
const quotedNumber = (label: string, value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? `${label} must be a number without quotation marks, such as ${Number(value)}`
    : undefined;

const tooLong = (label: string, max: number) => ({ message: `${label} can be at most ${max} characters` });

/**
 * Invisible or misleading: control, format and tag characters, noncharacters, line breaks, letters without a shape.
 * Two names that differ only in these look the same. U+FE0E and U+FE0F only choose how an emoji is drawn.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

const LINE_BREAK = /^[\n-\r\u0085\u2028\u2029]/;

/** How much of a text is shown to say where in it something is. */
const SHOWN_BEFORE = 20;

/** @returns what is wrong and what to do; null when everything in it can be seen */
function unseenProblem(label: string, text: string): string | null {
  const at = text.search(UNSEEN);
  if (at === -1) return null;
  if (LINE_BREAK.test(text.slice(at))) return `${label} must be a single line. Take out the line break`;
  const before = [...text.slice(0, at)].slice(-SHOWN_BEFORE).join('');
  const where = before === '' ? 'at the start' : `after "${before}"`;
  return `${label} has a character you can't see ${where}. Delete it, or type the text again`;
}

/** A single-line text without invisible characters. */
const Visible = (label: string) =>
  ValidateBy({
    name: 'visible',
    validator: {
      validate: (text) => typeof text !== 'string' || unseenProblem(label, text) === null,
      defaultMessage: (sent) => unseenProblem(label, String(sent?.value)) ?? '',
    },
  });

/**
 * Characters that are removed from a text of several lines. Line breaks and tabs stay, and so do the joiners of Persian
 * and Indic words and of emoji. They are removed and not refused, because such a text is read, not compared, and its
 * author can't find an invisible character in it.
 */
const UNSEEN_IN_LINES =
  /(?!\n|\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of several lines as it is stored, before its ends are trimmed. */
export const stripInvisible = (text: string) =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(UNSEEN_IN_LINES, '');

const seenOnly = () => Transform(({ value }) => (typeof value === 'string' ? stripInvisible(value).trim() : value));

const seenOnlyOrUndefined = () =>
  Transform(({ value }) =>
    typeof value === 'string' ? stripInvisible(value).trim() || undefined : (value ?? undefined),
  );

/** Documents a text that has to be there. */
const requiredText = (max: number, field: Field) =>
  ApiProperty({ ...field, type: String, minLength: 1, maxLength: max });

/** Documents and checks a text that may be left out. */
const optionalText = (label: string, max: number, field: Field, transform: PropertyDecorator) =>
  applyDecorators(
    ApiPropertyOptional({ ...field, type: String, maxLength: max }),
    transform,
    IsOptional(),
    IsString({ message: `${label} must be text` }),
  );

/** A text in one line. @param label names the field at the beginning of its messages, e.g. "Brand name" */
export function RequiredText(label: string, max: number, field: Field) {
  return applyDecorators(
    requiredText(max, field),
    trim(),
    IsString(textRequired(label)),
    MinLength(1, { message: `${label} is required` }),
    Visible(label),
    MaxLength(max, tooLong(label, max)),
  );
}

/** A text that may have several lines. */
export function RequiredLines(label: string, max: number, field: Field) {
  const required = { message: `${label} is required` };
  return applyDecorators(
    requiredText(max, field),
    seenOnly(),
    IsString(required),
    MinLength(1, required),
    MaxLength(max, tooLong(label, max)),
  );
}

/** A text that may have several lines, or be left out. */
export const OptionalLines = (label: string, max: number, field: Field) =>
  applyDecorators(optionalText(label, max, field, seenOnlyOrUndefined()), MaxLength(max, tooLong(label, max)));

/** A text in one line, or left out. */
export const OptionalText = (label: string, max: number, field: Field) =>
  applyDecorators(
    optionalText(label, max, field, trimToUndefined()),
    Visible(label),
    MaxLength(max, tooLong(label, max)),
  );

interface Choice<T extends string> extends Field {
  readonly example: T;
  /** What the field is when left out. Without it, the field is optional. */
  readonly default?: T;
}

/** One of a list of values, which the document names. */
export function OneOfOptional<T extends string>(
  name: string,
  values: readonly T[],
  enumName: string,
  { description, example, ...rest }: Choice<NoInfer<T>>,
) {
  return applyDecorators(
    ApiPropertyOptional({ description, enum: values, enumName, ...rest, example }),
    IsIn(values, { message: `${name} must be one of ${values.join(', ')}` }),
    ...(rest.default === undefined ? [IsOptional()] : []),
  );
}

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** Whether {@link RequiredDay} accepts the text as it is. */
export const isDay = (text: string): boolean => DAY.test(text) && isISO8601(text, { strict: true });

const Day = (label: string) =>
  applyDecorators(
    Matches(DAY, { message: `${label} must be a date in the form YYYY-MM-DD` }),
    ValidateBy(
      { name: 'existingDay', validator: { validate: (text) => typeof text === 'string' && isDay(text) } },
      { message: ({ value }) => `${label}: there is no such day as ${value}` },
    ),
  );

/** A calendar day that there is, `YYYY-MM-DD`. */
export function RequiredDay(label: string, field: Field) {
  return applyDecorators(ApiProperty({ ...field, type: String, format: 'date' }), trim(), Day(label));
}

/** A calendar day that there is, `YYYY-MM-DD`. */
export function OptionalDay(label: string, field: Field) {
  return applyDecorators(
    ApiPropertyOptional({ ...field, type: String, format: 'date' }),
    trimToUndefined(),
    IsOptional(),
    Day(label),
  );
}

/** The largest integer of a column. */
const INTEGER_MAX = 2_147_483_647;

/** The version the sender last saw. If someone has changed it since, the request is refused instead of overwriting that. */
export function SeenVersion(description = 'The `version` that you saw') {
  const message = 'Send the version you last saw';
  return applyDecorators(
    ApiProperty({ description, type: 'integer', minimum: 1, maximum: INTEGER_MAX, example: 1 }),
    IsInt({ message }),
    Min(1, { message }),
    Max(INTEGER_MAX, { message }),
  );
}

/**
 * Characters that browsers read as a slash, and characters that hide or reverse others, so that people would misread
 * where the link leads.
 */
const NOTHING_HIDDEN = /^[^\\\p{Cc}\p{Cf}]*$/u;

/** RFC 5321 section 4.5.3.1.3 allows 254 characters. */
const EMAIL_MAX = 254;

const EMAIL = { type: String, format: 'email', maxLength: EMAIL_MAX };

const Email = (message: string) =>
  applyDecorators(IsEmail({}, { message }), Matches(NOTHING_HIDDEN, { message }), MaxLength(EMAIL_MAX, { message }));

export const RequiredEmail = (message: string, field: Field) =>
  applyDecorators(ApiProperty({ ...field, ...EMAIL }), trim(), Email(message));

export const OptionalEmail = (message: string, field: Field) =>
  applyDecorators(ApiPropertyOptional({ ...field, ...EMAIL }), trimToUndefined(), IsOptional(), Email(message));

const URL_MAX = 500;

const WEB = { protocols: ['http', 'https'], require_protocol: true };

/** A host without a dot, which only the sender's own network knows. */
const LOCAL_HOST = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@:.[\]\s]+)(?:[:/?#]|$)/i;

function linkProblem(label: string, sent: unknown): string {
  const [, host] = typeof sent === 'string' ? (LOCAL_HOST.exec(sent) ?? []) : [];
  return host === undefined
    ? `${label} must be a link that starts with http:// or https://`
    : `${label} must lead to a public address. No one outside your network can open "${host}"`;
}

const URL_FORMAT = { type: String, format: 'iri', maxLength: URL_MAX };

export const RequiredUrl = (label: string, field: Field) =>
  applyDecorators(ApiProperty({ ...field, ...URL_FORMAT }), trim(), Link(label));

export const OptionalUrl = (label: string, field: Field) =>
  applyDecorators(ApiPropertyOptional({ ...field, ...URL_FORMAT }), trimToUndefined(), IsOptional(), Link(label));

function Link(label: string) {
  const message = ({ value }: ValidationArguments) => linkProblem(label, value);
  const withoutUser = `${label} can't include a user name. Leave out the part before the @`;
  return applyDecorators(
    IsUrl(WEB, { message }),
    Matches(NOTHING_HIDDEN, { message: `${label} has characters that aren't allowed in a link` }),
    IsUrl({ require_protocol: true, disallow_auth: true }, { message: withoutUser }),
    MaxLength(URL_MAX, tooLong(label, URL_MAX)),
  );
}

/** The validation library's own check throws on numbers that JavaScript writes with an exponent, such as 0.0000001. */
const hasTwoDecimals = (mg: number): boolean => Number(mg.toFixed(2)) === mg;

const AtMostTwoDecimals = (options: ValidationOptions) =>
  ValidateBy(
    { name: 'twoDecimals', validator: { validate: (mg) => typeof mg === 'number' && hasTwoDecimals(mg) } },
    options,
  );

/** Milligrams with at most two decimals; more are refused, not rounded. */
export function Milligrams(
  label: string,
  range: { min: number; max: number },
  field: Omit<Field, 'example'> & { example: number },
) {
  const message = `${label} must be a number from ${range.min} to ${range.max} mg`;
  return applyDecorators(
    ApiProperty({
      ...field,
      // `multipleOf: 0.01` would make validators that divide binary fractions refuse 4.82.
      description: `${field.description}. At most two decimals; more are refused, not rounded`,
      type: Number,
      minimum: range.min,
      maximum: range.max,
    }),
    IsNumber(
      { allowNaN: false, allowInfinity: false },
      { message: ({ value }) => quotedNumber(label, value) ?? message },
    ),
    Min(range.min, { message }),
    Max(range.max, { message }),
    AtMostTwoDecimals({ message: `${label} can have at most two decimals` }),
  );
}

/** A number of zero or more, or null where there is none. */
export function OptionalAmount(label: string, field: Omit<Field, 'example'> & { example: number | null }) {
  const message = `${label} must be 0 or more, or null`;
  const notNumber = ({ value }: ValidationArguments) =>
    typeof value === 'string'
      ? (quotedNumber(label, value) ?? `${label} must be a number without quotation marks, or null`)
      : message;
  return applyDecorators(
    // No `default` in the document: some generators take a field that has one for required.
    ApiPropertyOptional({ ...field, type: Number, nullable: true, minimum: 0 }),
    IsOptional(),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: notNumber }),
    Min(0, { message }),
  );
}
