import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AgeVerification } from '../../../domain/age-verification/age-verification.js';
import {
  CachedResponse,
  PAGE_QUALITY,
  ResponseCache,
  SENT_ONCE_QUALITY,
  sendCached,
} from '../../../platform/cache/response-cache.js';
import { Public } from '../../../platform/http/access.js';
import { ClientTurns } from '../../../platform/http/client-turns.js';
import { localPath } from '../../../platform/http/local-path.js';
import { PageBuilder, type PageInput, type Visitor, visitorOf } from '../page-builder.js';
import { type ApiCall, type PageRequest, pageRequest } from '../page-preload.js';
import { headersOf, redirectOf } from '../page-table.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PERMANENT_REDIRECT = 308;
const SEE_OTHER = 303;

/** Per client. Building a page takes up to 25 ms of CPU. */
const PAGES_AT_ONCE = 1;

/** Serves the pages in content/pages.json: every URL that is neither the API nor a file. */
@ApiExcludeController()
@Controller()
@Public()
export class SiteController {
  private readonly turns = new ClientTurns(PAGES_AT_ONCE);

  constructor(
    private readonly ageVerification: AgeVerification,
    private readonly pages: PageBuilder,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
    private readonly cache: ResponseCache,
  ) {}

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (/^\/(api|assets|health)([/?]|$)/.test(request.url)) throw new NotFoundException();
    const redirect = redirectOf(this.content.pageTable, new URL(`http://localhost${request.url}`).pathname);
    if (redirect !== null) {
      reply.redirect(redirect, PERMANENT_REDIRECT);
      return;
    }
    const asked = pageRequest(request.url, this.content);
    const visitor = visitorOf(request, this.ageVerification);
    if (asked && isAgeGate(asked) && visitor.ageVerified) {
      reply.redirect(localPath((request.query as { next?: unknown }).next), SEE_OTHER);
      return;
    }
    reply.header('cache-control', 'private, no-cache');
    if (asked) reply.headers(headersOf(asked.page));
    const calls = this.pages.callsOf(asked);
    const key = asked && isCacheable(asked, calls) ? cacheKey(asked, visitor, this.pages.hour()) : null;
    const cached = key === null ? undefined : await this.cache.find(key);
    if (cached) return sendCached(request, reply, cached);
    const { answer, status } = await this.turns.run(request, () => this.build(request, { asked, calls, visitor }, key));
    if (status === 404) reply.header('x-robots-tag', 'noindex');
    sendCached(request, reply.code(status), answer);
  }

  private async build(request: FastifyRequest, input: PageInput, key: string | null) {
    const write = key === null ? null : this.cache.open(key, CACHE_TAGS);
    try {
      const { html, status, isComplete } = await this.pages.build(request, input);
      const isKept = write !== null && isComplete && this.cache.isUsable;
      const answer = new CachedResponse(Buffer.from(html), HTML, {}, isKept ? PAGE_QUALITY : SENT_ONCE_QUALITY);
      write?.complete(isComplete ? answer : null);
      return { answer, status };
    } catch (error) {
      write?.complete(null);
      throw error;
    }
  }
}

/** The gate's own address, in any language. */
const isAgeGate = ({ page }: PageRequest) => [page.id, page.translationOf].includes('ageGate');

/** A page depends on every kind of public data it may preload; a certificate's page also depends on the day. */
const CACHE_TAGS = ['certificates', 'brands', 'articles', 'documents'];

const cacheKey = ({ url, page }: PageRequest, { ageVerified, theme }: Visitor, hour: string) =>
  `${hour} ${page.id} ${ageVerified} ${theme ?? ''} ${url}`;

/** Keys take memory, and clients choose the addresses. */
const CACHED_URL_MAX = 300;

/** What a visitor entered is not kept, not even in memory: no page with the answer to a POST. */
const isCacheable = ({ url, page }: PageRequest, calls: readonly ApiCall[]) =>
  page.cacheable && url.length <= CACHED_URL_MAX && calls.every(({ payload }) => payload === undefined);
