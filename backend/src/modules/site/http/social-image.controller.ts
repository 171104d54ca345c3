import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CoaRegistry } from '../../../domain/coa-registry/coa-registry.js';
import { Education } from '../../../domain/education/education.js';
import { CachedResponse, sendCached } from '../../../platform/cache/response-cache.js';
import { Public } from '../../../platform/http/access.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';
import { certificateCard, type SocialCard } from '../social-card.js';
import { SocialImageCache } from '../social-image.js';

const ONE_DAY = 'public, max-age=86400';

/** Certificates can be withdrawn at any time, so caches must ask whether their image still is the current one. */
const REVALIDATED = 'public, no-cache';

/** Images for link previews. */
@ApiExcludeController()
@Controller('social')
@Public()
export class SocialImageController {
  private readonly images: SocialImageCache;

  constructor(
    private readonly education: Education,
    private readonly registry: CoaRegistry,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
  ) {
    this.images = new SocialImageCache(content.site.name);
  }

  @Get('site.png')
  async site(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { promise } = this.content.site;
    const card = { kind: 'Education and lab certificates', title: promise, detail: 'Adults 21+ · educational only' };
    await this.send(card, request, reply.header('cache-control', ONE_DAY));
  }

  @Get('articles/:file')
  async article(
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { article } = await this.education.bySlug(withoutPng(file));
    const card = { kind: article.category, title: article.title, detail: article.readTime };
    await this.send(card, request, reply.header('cache-control', ONE_DAY));
  }

  @Get('certificates/:file')
  async certificate(
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const certificate = await this.registry.byReference(withoutPng(file));
    await this.send(certificateCard(certificate), request, reply.header('cache-control', REVALIDATED));
  }

  /** The certificate of a batch: links that were shared before images had the reference in their address. */
  @Get('coa/:file')
  async batch(
    @Param('file') file: string,
    @Query('brand') brand: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const certificate = await this.registry.byBatch(withoutPng(file), typeof brand === 'string' ? brand : undefined);
    await this.send(certificateCard(certificate), request, reply.header('cache-control', REVALIDATED));
  }

  private async send(card: SocialCard, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const image = await this.images.image(card);
    sendCached(request, reply, new CachedResponse(image, { 'content-type': 'image/png' }));
  }
}

const withoutPng = (file: string) => file.replace(/\.png$/, '');
