import { once } from 'node:events';
import { Readable } from 'node:stream';
import { applyDecorators, HttpCode, StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentNotFound } from '../../domain/documents/document.js';
import type { Documents } from '../../domain/documents/documents.js';
import { hasTag } from '../../platform/http/conditional.js';
import { Ok, PathParam } from '../../platform/http/operation.js';
import { PageTextDto, toPageTextDto } from './http/document-reading.dto.js';

/** `private`: for the caller alone. `public`: anyone may read it, and shared caches may keep it for a few seconds. */
export type Audience = 'private' | 'public';

/** If a browser opens the file anyway, it can run nothing in it, and other sites can't embed it. */
const INERT = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * A picture's ETag contains the time of its creation, so browsers may keep it for an hour without revalidating. Not
 * longer, because it must disappear after a takedown. Shared caches revalidate sooner.
 */
const PICTURE_CACHE: Readonly<Record<Audience, string>> = {
  private: 'private, max-age=3600, immutable',
  public: 'public, max-age=3600, s-maxage=10',
};

const FILE_CACHE: Readonly<Record<Audience, string>> = {
  private: 'private, no-cache',
  public: 'public, max-age=0, s-maxage=10',
};

/** Serves originals and pictures of pages, with headers that make them harmless. The caller checks access. */
export class DocumentDelivery {
  constructor(private readonly documents: Documents) {}

  /**
   * The original, to be saved and never shown by the browser on our origin.
   * @param name the name of the file, without extension
   * @throws DocumentNotFound
   */
  async file(
    sha256: string,
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    audience: Audience = 'private',
  ): Promise<StreamableFile | undefined> {
    const { document, content } = await this.documents.content(sha256);
    reply.headers({ ...INERT, 'cache-control': FILE_CACHE[audience], etag: `"${sha256}"` });
    if (hasTag(request.headers['if-none-match'], sha256)) return notModified(reply);
    // The first chunk is read before the response starts, so that missing bytes give a problem response and not a
    // broken file.
    const stream = Readable.from(content, { objectMode: false, highWaterMark: 1 });
    await once(stream, 'readable');
    return new StreamableFile(stream, {
      type: 'application/pdf',
      disposition: `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.pdf"`,
      length: document.bytes,
    });
  }

  /** The picture of a page. @throws DocumentNotFound */
  async picture(
    sha256: string,
    number: string,
    request: FastifyRequest,
    reply: FastifyReply,
    audience: Audience = 'private',
  ): Promise<StreamableFile | undefined> {
    const document = await this.documents.document(sha256);
    const tag = `${sha256}-${number}-${document.readAt?.getTime().toString(36)}`;
    reply.headers({ ...INERT, 'cache-control': PICTURE_CACHE[audience], etag: `"${tag}"` });
    if (document.state === 'ready' && hasTag(request.headers['if-none-match'], tag)) return notModified(reply);
    const { png } = await this.documents.page(sha256, pageNumber(number));
    return new StreamableFile(png, { type: 'image/png', length: png.length });
  }

  /** The text of a page. @throws DocumentNotFound */
  async pageText(sha256: string, number: string): Promise<PageTextDto> {
    return toPageTextDto(await this.documents.pageLines(sha256, pageNumber(number)));
  }
}

/** @throws DocumentNotFound for what can't be the number of a page */
function pageNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new DocumentNotFound();
  return Number(text);
}

function notModified(reply: FastifyReply): undefined {
  reply.code(304);
  return undefined;
}

/** The number of a page in the path, for the methods above. */
export const PageNumber = () => PathParam('number', { description: 'Number of the page, from 1', example: '1' });

/** Documents a file that is not text. */
const ApiBinary = (type: string, description: string, example: string) =>
  applyDecorators(
    HttpCode(200),
    ApiResponse({
      status: 200,
      description,
      content: { [type]: { schema: { type: 'string', format: 'binary' }, example } },
    }),
    ApiResponse({ status: 304, description: 'You have it already: `If-None-Match` names its `ETag`' }),
  );

/** Documents a route that serves {@link DocumentDelivery.file}. */
export const ApiOriginal = () => ApiBinary('application/pdf', 'The original, to be saved', '%PDF-1.7 …');

/** Documents a route that serves {@link DocumentDelivery.picture}. */
export const ApiPicture = () => ApiBinary('image/png', 'The picture', '(the bytes of a PNG)');

/** Documents a route that serves {@link DocumentDelivery.pageText}. */
export const ApiPageText = () => Ok(PageTextDto, 'The text');
