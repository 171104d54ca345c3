import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, Not } from 'typeorm';
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
      await manager.delete(articleTable, { id: Not(In(articles.map(({ id }) => id))) });
      await manager.upsert(articleTable, articles as object[], ['id']);
    });
  }
}
