import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { domainError } from '../../domain/shared/domain-error.js';

/**
 * Conditional requests (RFC 9110 section 13). A thing's entity tag is its version, `"v3"`.
 * @param beside what its answer shows besides and can change without a new version; while there is any, `"v3-1f0c9ab2"`
 */
export function entityTag(version: number, beside: readonly unknown[] = []): string {
  if (beside.length === 0) return `"v${version}"`;
  return `"v${version}-${createHash('sha256').update(JSON.stringify(beside)).digest('hex').slice(0, 8)}"`;
}

export class IfMatchMissing extends domainError(
  'precondition-required',
  'if-match-missing',
  "Send the If-Match header with the ETag you last read. It keeps you from overwriting changes you haven't seen.",
) {}

export class IfMatchMalformed extends domainError(
  'invalid',
  'if-match-malformed',
  'Send If-Match with the ETag exactly as you got it, quotation marks included, e.g. "v3".',
) {}

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** The tags of a header; null when there is anything but tags and commas in it. */
function tagsIn(header: string): { readonly isWeak: boolean; readonly tag: string }[] | null {
  const tags = [...header.matchAll(TAG)].map(([, weak, tag = '']) => ({ isWeak: weak !== undefined, tag }));
  return tags.length > 0 && /^[\s,]*$/.test(header.replace(TAG, '')) ? tags : null;
}

/**
 * The versions that the sender saw. Weak tags match nothing: they are compared strongly here (RFC 9110 section 13.1.1).
 * @throws IfMatchMissing, IfMatchMalformed
 */
export function parseIfMatch(header: string | undefined): readonly number[] | 'any' {
  if (header === undefined) throw new IfMatchMissing();
  if (header.trim() === '*') return 'any';
  const tags = tagsIn(header);
  if (!tags) throw new IfMatchMalformed();
  const versions = tags
    .filter(({ isWeak }) => !isWeak)
    .map(({ tag }) => /^v([1-9]\d{0,9})(?:-[\da-f]{8})?$/.exec(tag)?.[1]);
  return versions.filter((version) => version !== undefined).map(Number);
}

/**
 * Whether the sender has what this entity tag names. Tags are compared weakly here (RFC 9110 section 13.1.2).
 * @param header `If-None-Match`
 * @param wanted without its quotation marks
 */
export function hasTag(header: string | undefined, wanted: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return tagsIn(header)?.some(({ tag }) => tag === wanted) ?? false;
}

/** The versions that the sender of a change says they saw. */
export const SeenVersions = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** Documents the header. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: true,
    description:
      'The `ETag` that came with what you change, with its quotation marks. If it was changed since, the answer is 412 ' +
      'and nothing happens: read it again. `*` stands for any version.',
    schema: { type: 'string', minLength: 1, example: '"v1"' },
  });

/** Documents the header. */
export const ApiIfNoneMatch = () =>
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'The `ETag` that you have: if nothing changed since, the answer is 304 without a body',
    schema: { type: 'string', example: '"v1"' },
  });

export const ETAG_HEADER = {
  ETag: {
    description: 'The version; send it as `If-Match` with a change',
    schema: { type: 'string', example: '"v1"' },
  },
} as const;
