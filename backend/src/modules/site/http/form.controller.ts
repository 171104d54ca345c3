import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AgeVerification } from '../../../domain/age-verification/age-verification.js';
import { Follows, Newsletter } from '../../../domain/newsletter/newsletter.js';
import { Public } from '../../../platform/http/access.js';
import { OneClick } from '../../../platform/http/one-click.js';
import { PageBuilder, visitorOf } from '../page-builder.js';
import { type ApiResponse, type PreloadedResponse, pageRequest } from '../page-preload.js';
import { PAGE_RENDERER, type PageRenderer } from '../page-renderer.js';
import { headersOf } from '../page-table.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';

/**
 * The forms of pages, for browsers without JavaScript and before hydration: each page answers a POST to itself. The
 * form becomes a call of our API, and the page is rendered with what was entered and the API's response.
 */
@ApiExcludeController()
@Controller()
@Public()
export class FormController {
  constructor(
    private readonly ageVerification: AgeVerification,
    private readonly newsletter: Newsletter,
    private readonly follows: Follows,
    private readonly pages: PageBuilder,
    @Inject(PAGE_RENDERER) private readonly renderer: PageRenderer,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
  ) {}

  @Post([
    '',
    'contact',
    'submit-coa',
    'certificates/:reference/report',
    'corrections/:token',
    'brands/:brandName/claim',
    'brand-desk',
    'newsletter/confirm',
    'labs/sandbox',
    'follow',
  ])
  async submit(@Body() body: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = pageRequest(request.url, this.content);
    if (!asked) throw new Error(`content/pages.json has no page at ${request.routeOptions.url}`);
    const values = textsOf(body);
    let status = 200;
    const { html } = await this.pages.build(request, {
      asked,
      calls: this.pages.callsOf(asked),
      visitor: visitorOf(request, this.ageVerification),
      submit: async (responses) => {
        const response = await this.send(asked.url, values, responses, request);
        if (response.status >= 400) status = response.status;
        return { values, response };
      },
    });
    reply
      .code(status)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headersOf(asked.page) })
      .send(html);
  }

  /** Mail programs post to the link of an email (RFC 8058). They get no redirect, and no page to render. */
  @Post(['unsubscribe', 'following'])
  @OneClick()
  async unsubscribe(@Body() body: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if ('step' in textsOf(body)) return this.submit(body, request, reply);
    const { token } = request.query as { token?: unknown };
    const link = typeof token === 'string' ? token : '';
    const isFollower = request.routeOptions.url === '/following';
    await (isFollower ? this.follows.stop(link, null) : this.newsletter.unsubscribe(link));
    const what = isFollower ? 'news about lab reports' : 'the newsletter';
    reply
      .code(200)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' })
      .send(plainPage('You are unsubscribed', `We won't send ${what} to this address anymore.`));
  }

  private async send(
    url: string,
    values: Readonly<Record<string, string>>,
    responses: readonly PreloadedResponse[],
    request: FastifyRequest,
  ): Promise<ApiResponse> {
    const call = this.renderer.formCallOf(url, values, responses);
    if (!call) throw new Error(`${request.routeOptions.url} has no form`);
    if ('errors' in call) return { status: 400, body: { error: CHECK_FIELDS, errors: call.errors }, headers: {} };
    return this.pages.call(call.url, call.payload, request);
  }
}

const CHECK_FIELDS = 'Check the marked fields and send the form again.';

/** The form's fields. Browsers send line breaks as CRLF. */
const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
    ),
  );

const plainPage = (title: string, sentence: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">To the site</a></p></main></body>
</html>
`;
