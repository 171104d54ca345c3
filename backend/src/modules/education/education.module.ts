import { Module } from '@nestjs/common';
import { Education } from '../../domain/education/education.js';
import { ArticleRepository } from '../../domain/education/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { useCase } from '../../platform/use-case.js';
import { TypeOrmArticleRepository } from './database/typeorm-article.repository.js';
import { ArticleController } from './http/article.controller.js';
import { StaffArticleController } from './http/staff-article.controller.js';

@Module({
  controllers: [ArticleController, StaffArticleController],
  providers: [
    { provide: ArticleRepository, useClass: TypeOrmArticleRepository },
    useCase(Education, [ArticleRepository, Clock]),
  ],
  exports: [Education],
})
export class EducationModule {}
