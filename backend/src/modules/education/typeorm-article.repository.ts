import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Article, ArticleSummary } from '../../domain/education/article.js';
import { ArticleRepository } from '../../domain/education/ports.js';
import { articleTable } from './article.table.js';

@Injectable()
export class TypeOrmArticleRepository extends ArticleRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  all(): Promise<ArticleSummary[]> {
    return this.database.manager.find(articleTable, {
      select: {
        id: true,
        slug: true,
        title: true,
        excerpt: true,
        category: true,
        readTime: true,
        publishedAt: true,
        updatedAt: true,
        reviewedOn: true,
      },
      order: { publishedAt: 'DESC', id: 'ASC' },
    });
  }

  bySlug(slug: string): Promise<Article | null> {
    return this.database.manager.findOneBy(articleTable, { slug });
  }

  replaceAll(articles: readonly Article[]): Promise<void> {
    return this.database.transaction(async (manager) => {
      // An article whose slug changes goes, too: until all are stored, its new slug may be that of another.
      await manager.query(
        `DELETE FROM articles a WHERE NOT EXISTS (
           SELECT 1 FROM unnest($1::text[], $2::text[]) AS kept("id", "slug") WHERE (kept."id", kept."slug") = (a."id", a."slug"))`,
        [articles.map(({ id }) => id), articles.map(({ slug }) => slug)],
      );
      await manager.upsert(articleTable, articles as object[], ['id']);
    });
  }
}
