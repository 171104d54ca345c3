import { Controller, Get, Inject, NotFoundException, Param, Redirect, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE, AgeVerification } from '../../../domain/age-verification/age-verification.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Public } from '../../../platform/http/access.js';
import { Answer, Answers, sendAnswer } from '../../../platform/http/answers.js';
import { EDITORIAL, type Editorial } from '../site-content.js';
import { type ApiAnswer, type ApiCall, type PageRequest, pageRequest } from '../page-preload.js';
import { type Head, words } from '../head.js';
import { jsonLd } from '../json-ld.js';
import { chosenTheme, PageTemplate, type PageView } from '../page-template.js';

const MOVED_PERMANENTLY = 308;

/** Every address that is neither API nor file is a page of the site. */
@ApiExcludeController()
@Controller()
@Public()
export class SiteController {
  constructor(
    private readonly ageVerification: AgeVerification,
    @Inject(PageTemplate) private readonly template: PageTemplate,
    @Inject(EDITORIAL) private readonly editorial: Editorial,
    @Inject(CONFIG) private readonly config: Config,
    private readonly answers: Answers,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Get('coa-database')
  @Redirect('/coa', MOVED_PERMANENTLY)
  coaDatabase(): void {}

  @Get('articles/:slug')
  @Redirect('/learn', MOVED_PERMANENTLY)
  article(@Param('slug') slug: string): { url: string } {
    return { url: `/learn/${encodeURIComponent(slug)}` };
  }

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (/^\/(api|assets|health)([/?]|$)/.test(request.url)) throw new NotFoundException();
    const asked = pageRequest(request.url, this.editorial.problems.problems);
    const visitor = this.visitorOf(request);
    reply.header('cache-control', 'private, no-cache');
    if (asked?.secret) reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    const key = asked && keyOf(request.url, asked, visitor);
    const kept = key === null ? undefined : await this.answers.find(key);
    if (kept) return sendAnswer(request, reply, kept);
    const opened = key === null ? null : this.answers.open(key, KINDS);
    try {
      const { answer, status, isWhole } = await this.made(asked, visitor, request);
      opened?.settle(isWhole ? answer : null);
      sendAnswer(request, reply.code(status), answer);
    } catch (error) {
      opened?.settle(null);
      throw error;
    }
  }

  private visitorOf({ cookies }: FastifyRequest): Visitor {
    const ageVerified = this.ageVerification.isVerified(cookies[AGE_COOKIE]);
    return { ageVerified, theme: chosenTheme(cookies.theme) };
  }

  /** A page with the first view of a visitor; whole when every call that it opens with was answered. */
  private async made(asked: PageRequest | null, visitor: Visitor, request: FastifyRequest) {
    const answers = await Promise.all((asked?.calls ?? []).map((apiCall) => this.answerOf(apiCall, request)));
    const { page, status } = shownPage(asked, answers[0]);
    const html = this.template.render({
      ...visitor,
      head: this.headOf(page, status === 200 ? (answers[0]?.body ?? asked?.values) : undefined),
      url: request.url,
      answers: answers.filter((answer) => answer.status === 200),
    });
    const answer = new Answer(Buffer.from(html), { 'content-type': 'text/html; charset=utf-8' });
    return { answer, status, isWhole: answers.every((one) => one.status === 200) };
  }

  /** Asks our own API without the network: page and API cannot differ in what they say. */
  private async answerOf({ url, ...call }: ApiCall, request: FastifyRequest): Promise<ApiAnswer> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const { statusCode, headers, json } = await fastify.inject({ url, headers: { 'x-request-id': request.id } });
    const named = ['link', 'x-total-count', 'x-total-count-relation', 'x-search-match'].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    return { ...call, status: statusCode, body: json(), headers: Object.fromEntries(named) };
  }

  private headOf(page: string, body: unknown): Head {
    const values = Object.fromEntries(
      Object.entries((body ?? {}) as Record<string, unknown>)
        .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
        .map(([name, value]) => [name, name === 'testDate' ? longDay(String(value)) : String(value)]),
    );
    const { publicUrl } = this.config;
    const said = words(this.editorial, page, values, publicUrl);
    return {
      ...said,
      type: page === 'article' ? 'article' : 'website',
      image: publicUrl + imagePath(page, values),
      jsonLd: jsonLd(page, body, said, this.editorial, publicUrl),
    };
  }
}

/** What pages open with is made of all that can change; a certificate's also depends on the day. */
const KINDS = ['certificates', 'brands', 'articles'];

/** Who gets the same page for the same address. */
type Visitor = Pick<PageView, 'ageVerified' | 'theme'>;

/** @returns null for a page that is not worth keeping: of an address that somebody made up, or that lets somebody in */
function keyOf(url: string, { page, secret, isUsual }: PageRequest, { ageVerified, theme }: Visitor): string | null {
  if (secret || !isUsual) return null;
  return `${new Date().toISOString().slice(0, 10)} ${page} ${ageVerified} ${theme ?? ''} ${url}`;
}

/** A page of one thing is only what it is when the thing is there; its words would have gaps otherwise. */
function shownPage(asked: PageRequest | null, found: ApiAnswer | undefined): { page: string; status: number } {
  if (!asked) return { page: 'notFound', status: 404 };
  if (asked.asksForBrand && isShared(found)) return { page: 'sharedBatch', status: 200 };
  if (asked.page === 'coa' && hasEnded(found)) return { page: 'endedCoa', status: 200 };
  if (asked.missing === undefined || found?.status === 200) return { page: asked.page, status: 200 };
  return found?.status === 503 ? { page: 'home', status: 503 } : { page: asked.missing, status: 404 };
}

/** Whether it was replaced or withdrawn. Such a certificate is known by its own address, the batch's by the current one. */
const hasEnded = (found: ApiAnswer | undefined) =>
  found?.status === 200 && (found.body as { standing: string }).standing !== 'approved';

/** Whether other brands use the batch id, too. */
const isShared = (found: ApiAnswer | undefined) =>
  found?.status === 200 && (found.body as { otherBrands: readonly unknown[] }).otherBrands.length > 0;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const longDay = (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`));

function imagePath(page: string, { slug, brandName, batchId }: Record<string, string>): string {
  if (page === 'article' && slug) return `/social/articles/${encodeURIComponent(slug)}.png`;
  if (page === 'coa' && brandName && batchId) {
    return `/social/coa/${encodeURIComponent(batchId)}.png?${new URLSearchParams({ brand: brandName })}`;
  }
  return '/social/site.png';
}
