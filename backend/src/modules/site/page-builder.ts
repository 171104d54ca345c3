import { Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AGE_COOKIE, type AgeVerification } from '../../domain/age-verification/age-verification.js';
import { Clock } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { fillHead, type Head, headValues } from './head.js';
import { jsonLd } from './json-ld.js';
import type { ApiCall, ApiResponse, PageRequest, PreloadedResponse } from './page-preload.js';
import { PAGE_RENDERER, type PageRenderer } from './page-renderer.js';
import { type PagePreload, PageTemplate, parseTheme, type SubmittedForm } from './page-template.js';
import { SITE_CONTENT, type SiteContent } from './site-content.js';

/** Rendering takes CPU that API calls need too. With more pages in progress, the browser renders the page instead. */
const MAX_RENDERED_AT_ONCE = 30;

/** Response headers that the page needs besides the body. */
const PRELOADED_HEADERS = [
  'link',
  'x-total-count',
  'x-total-count-relation',
  'x-search-match',
  'x-certificates-not-compared',
  'retry-after',
];

/** Whether a response stays correct until one of its tags is invalidated. */
const isLasting = ({ status, headers }: { status: number; headers: Record<string, string> }) =>
  status === 200 && (headers['x-certificates-not-compared'] ?? '0') === '0';

/** Everything about a visitor that changes the rendered page. */
export type Visitor = Pick<PagePreload, 'ageVerified' | 'theme'>;

export function visitorOf({ cookies }: FastifyRequest, ageVerification: AgeVerification): Visitor {
  const theme = parseTheme(cookies.theme);
  return { ageVerified: ageVerification.isVerified(cookies[AGE_COOKIE]), ...(theme && { theme }) };
}

export interface PageInput {
  /** Null: no page has this address. */
  readonly asked: PageRequest | null;
  readonly calls: readonly ApiCall[];
  readonly visitor: Visitor;
  /** Handles the form that was sent to the page, after its API calls. */
  readonly submit?: (responses: readonly PreloadedResponse[]) => Promise<SubmittedForm>;
}

/** Builds the HTML of the pages in content/pages.json. */
@Injectable()
export class PageBuilder {
  private readonly logger = new Logger('page renderer');
  private pagesInProgress = 0;

  constructor(
    @Inject(PAGE_RENDERER) private readonly renderer: PageRenderer,
    @Inject(PageTemplate) private readonly template: PageTemplate,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
    @Inject(CONFIG) private readonly config: Config,
    private readonly adapterHost: HttpAdapterHost,
    private readonly clock: Clock,
  ) {}

  /** The current hour, for which a page stays correct, because the days of rules begin at full hours. */
  hour(): string {
    return this.clock.now().toISOString().slice(0, 13);
  }

  /** The calls that the page opens with. */
  callsOf(asked: PageRequest | null): readonly ApiCall[] {
    return asked ? [...asked.calls, ...this.renderer.callsOf(asked.url)] : [];
  }

  /**
   * Calls our own API in process, so page and API cannot disagree. The API sees the visitor's address, for its limits.
   * @param payload makes it a POST
   */
  async call(url: string, payload: object | undefined, { id, headers, socket }: FastifyRequest): Promise<ApiResponse> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const forwardedFor = headers['x-forwarded-for'];
    const response = await fastify.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: { 'x-request-id': id, ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) },
      ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
      ...(payload && { payload }),
    });
    const kept = PRELOADED_HEADERS.flatMap((name) => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    // 204 has no body.
    const body = response.body === '' ? null : response.json();
    // The page's own response names the request. Without it, two pages about the same problem are the same.
    if (response.statusCode >= 400) delete body?.requestId;
    return { status: response.statusCode, body, headers: Object.fromEntries(kept) };
  }

  private responsesTo(calls: readonly ApiCall[], request: FastifyRequest): Promise<PreloadedResponse[]> {
    return Promise.all(
      calls.map(async ({ url, count, ...call }) => {
        const response = await this.call(url, call.payload, request);
        return { ...call, ...(count ? counted(response) : response) };
      }),
    );
  }

  /** Complete: every call succeeded and the page could be rendered. */
  async build(request: FastifyRequest, { asked, calls, visitor, submit }: PageInput) {
    this.pagesInProgress += 1;
    try {
      const found = await this.responsesTo(calls, request);
      const missing = found[0]?.status === 404 ? (asked?.callsIfMissing ?? []) : [];
      const responses = [...found, ...(await this.responsesTo(missing, request))];
      const form = await submit?.(responses);
      const { name, status } = shownView(asked, responses[0]);
      const url = asked?.url ?? request.url;
      const origin = new URL(this.config.publicUrl).origin;
      const preload = { ...visitor, origin, today: this.hour().slice(0, 10), responses, ...(form && { form }) };
      const rendered = isClientRendered(asked) || this.isBusy() ? null : await this.render(name, url, preload);
      const head = this.headOf(name, status === 200 ? (asked?.values ?? responses[0]?.body) : undefined);
      const html = this.template.fill({ head, url, preload, rendered });
      const isRendered = rendered !== null || isClientRendered(asked);
      return { html, status, isComplete: isRendered && responses.every(isLasting) };
    } finally {
      this.pagesInProgress -= 1;
    }
  }

  /** @returns null when a component failed: then the browser renders the page from the same preload */
  private async render(pageId: string, url: string, preload: PagePreload): Promise<string | null> {
    try {
      return await this.renderer.renderPage(url, preload);
    } catch (error) {
      // Not the URL: it may hold a token.
      this.logger.error(`${pageId}: ${error instanceof Error ? error.stack : error}`);
      return null;
    }
  }

  private isBusy(): boolean {
    return this.pagesInProgress > MAX_RENDERED_AT_ONCE;
  }

  private headOf(name: string, body: unknown): Head {
    const { publicUrl } = this.config;
    const head = fillHead(this.content, name, headValues(body), publicUrl);
    return { ...head, jsonLd: jsonLd(name, body, head, this.content, publicUrl) };
  }
}

/** A list by pages has the count of all of them in a header. */
const counted = (response: ApiResponse): ApiResponse =>
  Array.isArray(response.body)
    ? { ...response, body: Number(response.headers['x-total-count'] ?? response.body.length) }
    : response;

const isClientRendered = (asked: PageRequest | null) => asked?.page.id === 'staff';

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
