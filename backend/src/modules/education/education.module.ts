import { Module } from '@nestjs/common';
import { Education } from '../../domain/education/education.js';
import { ArticleRepository } from '../../domain/education/ports.js';
import { ArticleController } from './article.controller.js';
import { TypeOrmArticleRepository } from './typeorm-article.repository.js';

@Module({
  controllers: [ArticleController],
  providers: [
    { provide: ArticleRepository, useClass: TypeOrmArticleRepository },
    {
      provide: Education,
      inject: [ArticleRepository],
      useFactory: (articles: ArticleRepository) => new Education(articles),
    },
  ],
  exports: [Education],
})
export class EducationModule {}
