import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE, AgeVerification } from '../../../domain/age-verification/age-verification.js';
import { CachedResponse, ResponseCache, sendCached } from '../../../platform/cache/response-cache.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Public } from '../../../platform/http/access.js';
import { fillHead, type Head, headValues } from '../head.js';
import { jsonLd } from '../json-ld.js';
import { type ApiCall, type PageRequest, type PreloadedResponse, pageRequest } from '../page-preload.js';
import { PageRenderer } from '../page-renderer.js';
import { redirectOf } from '../page-table.js';
import { type PagePreload, PageTemplate, parseTheme } from '../page-template.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';

const PERMANENT_REDIRECT = 308;
const SEE_OTHER = 303;

/** Rendering takes CPU that API calls need too. With more pages in progress, the browser renders the page instead. */
const MAX_RENDERED_AT_ONCE = 30;

/** Response headers that the page needs besides the body. */
const PRELOADED_HEADERS = ['link', 'x-total-count', 'x-total-count-relation', 'x-search-match', 'retry-after'];

/** Serves the pages in content/pages.json: every URL that is neither the API nor a file. */
@ApiExcludeController()
@Controller()
@Public()
export class SiteController {
  /** Pages that are not answered from the cache. */
  private pagesInProgress = 0;

  constructor(
    private readonly ageVerification: AgeVerification,
    @Inject(PageRenderer) private readonly renderer: PageRenderer,
    @Inject(PageTemplate) private readonly template: PageTemplate,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
    @Inject(CONFIG) private readonly config: Config,
    private readonly cache: ResponseCache,
    private readonly adapterHost: HttpAdapterHost,
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
    const visitor = this.visitorOf(request);
    if (asked?.page.id === 'ageGate' && visitor.ageVerified) {
      reply.redirect('/', SEE_OTHER);
      return;
    }
    reply.header('cache-control', 'private, no-cache');
    if (asked?.page.noindex) reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    const calls = asked ? [...asked.calls, ...this.renderer.callsOf(asked.url)] : [];
    const key = asked && isCacheable(asked, calls) ? cacheKey(asked, visitor) : null;
    const cached = key === null ? undefined : await this.cache.find(key);
    if (cached) return sendCached(request, reply, cached);
    const write = key === null ? null : this.cache.open(key, CACHE_TAGS);
    this.pagesInProgress += 1;
    try {
      const { answer, status, isComplete } = await this.render(asked, calls, visitor, request);
      write?.complete(isComplete ? answer : null);
      sendCached(request, reply.code(status), answer);
    } catch (error) {
      write?.complete(null);
      throw error;
    } finally {
      this.pagesInProgress -= 1;
    }
  }

  private visitorOf({ cookies }: FastifyRequest): Visitor {
    const theme = parseTheme(cookies.theme);
    return { ageVerified: this.ageVerification.isVerified(cookies[AGE_COOKIE]), ...(theme && { theme }) };
  }

  /** Renders a page; complete when every preloaded call succeeded and the page could be rendered. */
  private async render(
    asked: PageRequest | null,
    calls: readonly ApiCall[],
    visitor: Visitor,
    request: FastifyRequest,
  ) {
    const responses = await Promise.all(calls.map((apiCall) => this.call(apiCall, request)));
    const { name, status } = shownView(asked, responses[0]);
    const url = asked?.url ?? request.url;
    const preload = { ...visitor, origin: new URL(this.config.publicUrl).origin, today: today(), responses };
    const isStaff = asked?.page.id === 'staff';
    const isBusy = this.pagesInProgress > MAX_RENDERED_AT_ONCE;
    const rendered = isStaff || isBusy ? null : await this.renderer.render(name, url, preload);
    const head = this.headOf(name, status === 200 ? (responses[0]?.body ?? asked?.values) : undefined);
    const html = this.template.fill({ head, url, preload, rendered });
    const answer = new CachedResponse(Buffer.from(html), { 'content-type': 'text/html; charset=utf-8' });
    const isComplete = (isStaff || rendered !== null) && responses.every((response) => response.status === 200);
    return { answer, status, isComplete };
  }

  /** Calls our own API in process, so page and API cannot disagree. */
  private async call({ url, ...call }: ApiCall, request: FastifyRequest): Promise<PreloadedResponse> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const { payload } = call;
    const method = payload === undefined ? 'GET' : 'POST';
    const sent = { method, url, headers: { 'x-request-id': request.id }, ...(payload && { payload }) } as const;
    const { statusCode, headers, json } = await fastify.inject(sent);
    const kept = PRELOADED_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    return { ...call, status: statusCode, body: json(), headers: Object.fromEntries(kept) };
  }

  private headOf(name: string, body: unknown): Head {
    const { publicUrl } = this.config;
    const head = fillHead(this.content, name, headValues(body), publicUrl);
    return { ...head, jsonLd: jsonLd(name, body, head, this.content, publicUrl) };
  }
}

/** A page depends on every kind of public data it may preload; a certificate's page also depends on the day. */
const CACHE_TAGS = ['certificates', 'brands', 'articles'];

/** Everything about a visitor that changes the rendered page. */
type Visitor = Pick<PagePreload, 'ageVerified' | 'theme'>;

const cacheKey = ({ url, page }: PageRequest, { ageVerified, theme }: Visitor) =>
  `${today()} ${page.id} ${ageVerified} ${theme ?? ''} ${url}`;

/** Keys take memory, and clients choose the addresses. */
const CACHED_URL_MAX = 300;

/** What a visitor entered is not kept, not even in memory: no page with the answer to a POST. */
const isCacheable = ({ url, page }: PageRequest, calls: readonly ApiCall[]) =>
  page.cacheable && url.length <= CACHED_URL_MAX && calls.every(({ payload }) => payload === undefined);

const today = () => new Date().toISOString().slice(0, 10);

/** The page or view whose head is written, and the status. It depends on what the first preloaded call found. */
function shownView(asked: PageRequest | null, found: PreloadedResponse | undefined): { name: string; status: number } {
  if (!asked) return { name: 'notFound', status: 404 };
  const { id, name, notFound } = asked.page;
  if (id === 'batch' && isShared(found)) return { name: 'sharedBatch', status: 200 };
  if (name === 'coa' && hasEnded(found)) return { name: 'endedCoa', status: 200 };
  if (notFound === undefined || found?.status === 200) return { name, status: 200 };
  return found?.status === 503 ? { name: 'home', status: 503 } : { name: notFound, status: 404 };
}

/** Whether the certificate was replaced or withdrawn. Its batch's address then belongs to the current certificate. */
const hasEnded = (found: PreloadedResponse | undefined) =>
  found?.status === 200 && (found.body as { standing: string }).standing !== 'approved';

/** Whether several brands use the batch ID. */
const isShared = (found: PreloadedResponse | undefined) =>
  found?.status === 200 && (found.body as { otherBrands: readonly unknown[] }).otherBrands.length > 0;
