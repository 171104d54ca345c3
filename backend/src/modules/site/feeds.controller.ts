import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Brands } from '../../domain/brands/brands.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import { batchPath } from '../../domain/shared/batch-path.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Public } from '../../platform/http/access.js';
import { EDITORIAL, type Editorial } from './editorial.js';
import { atom, robotsTxt, sitemapXml } from './feeds.js';

/** How many certificates feed and sitemap name: the newest. */
const NEWEST_COAS = 200;

/** Pages that a search engine should know of, by their names in content/pages.json. */
const PAGES = [
  ...['home', 'learn', 'doseCalculator', 'coas', 'brands', 'submitCoa', 'responsibleUse', 'emergency', 'contact'],
  ...['labs', 'apiReference', 'problems', 'terms', 'privacy', 'sitemap'],
];

const ATOM = 'application/atom+xml; charset=utf-8';
const AN_HOUR = 'public, max-age=3600';

@ApiExcludeController()
@Controller()
@Public()
export class FeedsController {
  constructor(
    private readonly education: Education,
    private readonly registry: CoaRegistry,
    private readonly brands: Brands,
    @Inject(EDITORIAL) private readonly editorial: Editorial,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('feeds/articles.xml')
  @Header('content-type', ATOM)
  @Header('cache-control', AN_HOUR)
  async articles(): Promise<string> {
    const articles = await this.education.all();
    return atom({
      title: `${this.editorial.site.name}: articles`,
      self: this.address('/feeds/articles.xml'),
      page: this.address('/learn'),
      author: this.editorial.site.name,
      entries: articles.map(({ slug, title, excerpt, publishedAt, updatedAt }) => ({
        url: this.address(`/learn/${slug}`),
        title,
        summary: excerpt,
        updatedAt: updatedAt ?? publishedAt,
      })),
    });
  }

  @Get('feeds/certificates.xml')
  @Header('content-type', ATOM)
  @Header('cache-control', AN_HOUR)
  async certificates(): Promise<string> {
    const event = await this.registry.latestNews(NEWEST_COAS);
    return atom({
      title: `${this.editorial.site.name}: new and withdrawn certificates`,
      self: this.address('/feeds/certificates.xml'),
      page: this.address('/coa'),
      author: this.editorial.site.name,
      entries: event.map(({ reference, brandName, batchId, title, summary, at }) => ({
        url: this.address(
          reference === null ? batchPath({ brandName, batchId }) : `/certificates/${encodeURIComponent(reference)}`,
        ),
        title,
        summary,
        updatedAt: at,
      })),
    });
  }

  @Get('sitemap.xml')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', AN_HOUR)
  async sitemap(): Promise<string> {
    const [articles, brands, certificates] = await Promise.all([
      this.education.all(),
      this.brands.all(),
      this.registry.latestPublished(NEWEST_COAS),
    ]);
    return sitemapXml(
      [
        ...PAGES.map((name) => this.editorial.pages[name]?.path ?? '/'),
        ...articles.map(({ slug }) => `/learn/${slug}`),
        ...brands.map(({ name }) => `/brands/${encodeURIComponent(name)}`),
        ...certificates.map(batchPath),
      ].map((path) => this.address(path)),
    );
  }

  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', AN_HOUR)
  robots(): string {
    return robotsTxt(this.config.publicUrl);
  }

  private address(path: string): string {
    return this.config.publicUrl + path;
  }
}
