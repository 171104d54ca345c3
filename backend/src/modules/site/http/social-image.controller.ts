import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CoaRegistry } from '../../../domain/coa-registry/coa-registry.js';
import { Education } from '../../../domain/education/education.js';
import { Public } from '../../../platform/http/access.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';
import { type SocialCard, SocialImageCache } from '../social-image.js';

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
  async site(@Res() reply: FastifyReply): Promise<void> {
    const { promise } = this.content.site;
    await this.send(reply, {
      kind: 'Education and lab certificates',
      title: promise,
      detail: 'Adults 21+ · educational only',
    });
  }

  @Get('articles/:file')
  async article(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const { article } = await this.education.bySlug(withoutPng(file));
    await this.send(reply, { kind: article.category, title: article.title, detail: article.readTime });
  }

  @Get('coa/:file')
  async certificate(
    @Param('file') file: string,
    @Query('brand') brand: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const certificate = await this.registry.byBatch(withoutPng(file), typeof brand === 'string' ? brand : undefined);
    const isCurrent = certificate.lifecycle === 'approved';
    const isDangerous = certificate.verdict.tone === 'danger';
    await this.send(reply, {
      kind: isCurrent && !isDangerous ? 'Certificate of Analysis' : certificate.verdict.headline,
      title: certificate.productName,
      ...(isCurrent && certificate.outcome !== 'failed' && { figure: `${certificate.thcContent} mg THC measured` }),
      detail: `${certificate.brandName} · batch ${certificate.batchId} · tested ${certificate.testDate}`,
    });
  }

  private async send(reply: FastifyReply, card: SocialCard): Promise<void> {
    const image = await this.images.image(card);
    reply.header('content-type', 'image/png').header('cache-control', 'public, max-age=86400').send(image);
  }
}

const withoutPng = (file: string) => file.replace(/\.png$/, '');
