import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Brands } from '../../../domain/brands/brands.js';
import { CoaRegistry, type RegistryEvent } from '../../../domain/coa-registry/coa-registry.js';
import { Education } from '../../../domain/education/education.js';
import { MeasuredResults } from '../../../domain/measurements/measurements.js';
import { productPath } from '../../../domain/shared/batch-path.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Public } from '../../../platform/http/access.js';
import { type FeedEntry, renderAtom, renderRobotsTxt, renderSitemap } from '../feeds.js';
import { fillUrl, type SitePage } from '../page-table.js';
import { SITE_CONTENT, type SiteContent } from '../site-content.js';

/** Feed and sitemap list this many of the newest certificates. */
const MAX_CERTIFICATES = 200;

const ATOM = 'application/atom+xml; charset=utf-8';
/** A withdrawal, a notice, or an incident of a laboratory, has to reach readers of the feed within a minute. */
const HALF_A_MINUTE = 'public, max-age=30';
const ONE_HOUR = 'public, max-age=3600';

@ApiExcludeController()
@Controller()
@Public()
export class FeedsController {
  constructor(
    private readonly education: Education,
    private readonly registry: CoaRegistry,
    private readonly brands: Brands,
    private readonly results: MeasuredResults,
    @Inject(SITE_CONTENT) private readonly content: SiteContent,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('feeds/articles.xml')
  @Header('content-type', ATOM)
  @Header('cache-control', ONE_HOUR)
  async articles(): Promise<string> {
    const articles = await this.education.all();
    return this.feedOf(
      'learn',
      articles.map(({ slug, title, excerpt, publishedAt, updatedAt }) => ({
        url: this.absolute(fillUrl(this.page('article').path, { slug })),
        title,
        summary: excerpt,
        updatedAt: updatedAt ?? publishedAt,
      })),
    );
  }

  @Get('feeds/certificates.xml')
  @Header('content-type', ATOM)
  @Header('cache-control', HALF_A_MINUTE)
  async certificates(@Query('brand') brand?: unknown, @Query('product') product?: unknown): Promise<string> {
    const productName = typeof product === 'string' ? product : null;
    const scope =
      typeof brand === 'string' ? { brand: (await this.brands.byName(brand)).name, productName } : undefined;
    const news = await this.registry.latestEvents(MAX_CERTIFICATES, scope);
    return this.feedOf(
      'coas',
      this.entriesOf(news),
      scope && { brand: scope.brand, ...(productName !== null && { product: productName }) },
    );
  }

  @Get('feeds/notices.xml')
  @Header('content-type', ATOM)
  @Header('cache-control', HALF_A_MINUTE)
  async notices(): Promise<string> {
    return this.feedOf('notices', this.entriesOf(await this.registry.latestNotices(MAX_CERTIFICATES)));
  }

  @Get('sitemap.xml')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', ONE_HOUR)
  async sitemap(): Promise<string> {
    const [articles, brands, coas] = await Promise.all([
      this.education.all(),
      this.brands.all(),
      this.registry.latestPublished(MAX_CERTIFICATES),
    ]);
    // Pages with parameters in their path, by page: one entry of the sitemap for each.
    const parameters: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
      article: articles.map(({ slug }) => ({ slug })),
      brand: brands.map(({ name }) => ({ brandName: name })),
      product: [...new Map(coas.map((one) => [productPath(one), one])).values()].map(({ brandName, productName }) => ({
        brandName,
        productName,
      })),
      rule: this.results.rules.map(({ id }) => ({ id })),
      stateLaw: this.content.states.map(({ slug }) => ({ state: slug })),
      coa: coas.map(({ brandName, batchId }) => ({ brandName, batchId })),
    };
    const listed = this.content.pageTable.pages.filter(({ id, name, sitemap }) => sitemap && id === name);
    const paths = listed.flatMap(({ id, path }) => (parameters[id] ?? [{}]).map((values) => fillUrl(path, values)));
    // Several certificates of one batch have one page.
    return renderSitemap([...new Set(paths)].map((path) => this.absolute(path)));
  }

  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', ONE_HOUR)
  robots(): string {
    return renderRobotsTxt(this.config.publicUrl);
  }

  private entriesOf(events: readonly RegistryEvent[]): readonly FeedEntry[] {
    return events.map(({ page, values, anchor, title, summary, at }) => ({
      url: this.absolute(fillUrl(this.page(page).path, values) + (anchor === undefined ? '' : `#${anchor}`)),
      title,
      summary,
      updatedAt: at,
    }));
  }

  private feedOf(id: string, entries: readonly FeedEntry[], of: Readonly<Record<string, string>> = {}): string {
    const { path, feed } = this.page(id);
    if (!feed) throw new Error(`content/pages.json has no feed for "${id}"`);
    const { name } = this.content.site;
    return renderAtom({
      title: [`${name}: ${feed.title}`, ...Object.values(of)].join(', '),
      self: this.absolute(feed.path + (Object.keys(of).length > 0 ? `?${new URLSearchParams(of)}` : '')),
      page: this.absolute(path),
      author: name,
      entries,
    });
  }

  private page(id: string): SitePage {
    const page = this.content.pageTable.pages.find((one) => one.id === id);
    if (!page) throw new Error(`content/pages.json has no page "${id}"`);
    return page;
  }

  private absolute(path: string): string {
    return this.config.publicUrl + path;
  }
}
