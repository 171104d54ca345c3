import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import { Public } from '../../platform/http/access.js';
import { EDITORIAL, type Editorial } from './editorial.js';
import { drawSocialCard, type SocialCard } from './social-image.js';

/** Some 40 kB each: the ones that are shared at the moment. */
const KEPT = 100;

/** Pictures for link previews. Each is drawn once, when it is first asked for. */
@ApiExcludeController()
@Controller('social')
@Public()
export class SocialImageController {
  private readonly drawn = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly education: Education,
    private readonly registry: CoaRegistry,
    @Inject(EDITORIAL) private readonly editorial: Editorial,
  ) {}

  @Get('site.png')
  async site(@Res() reply: FastifyReply): Promise<void> {
    const { promise } = this.editorial.site;
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
  async certificate(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const coa = await this.registry.byBatch(withoutPng(file));
    const isCurrent = coa.submissionStatus === 'approved';
    await this.send(reply, {
      kind: isCurrent ? 'Certificate of Analysis' : 'Certificate no longer current',
      title: coa.productName,
      ...(isCurrent && { figure: `${coa.thcContent} mg THC measured` }),
      detail: `${coa.brandName} · batch ${coa.batchId} · tested ${coa.testDate}`,
    });
  }

  private async send(reply: FastifyReply, card: SocialCard): Promise<void> {
    const image = await this.draw(card);
    reply.header('content-type', 'image/png').header('cache-control', 'public, max-age=86400').send(image);
  }

  private draw(card: SocialCard): Promise<Buffer> {
    const key = JSON.stringify(card);
    const known = this.drawn.get(key);
    if (known) return known;
    const image = drawSocialCard(card, this.editorial.site.name);
    this.drawn.set(key, image);
    image.catch(() => this.drawn.delete(key));
    const oldest = this.drawn.keys().next();
    if (this.drawn.size > KEPT && !oldest.done) this.drawn.delete(oldest.value);
    return image;
  }
}

const withoutPng = (file: string) => file.replace(/\.png$/, '');
