import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { CacheResponse } from '../../platform/cache/cached-routes.js';
import { Ok, Operation } from '../../platform/http/operation.js';
import { AnalyteVocabularyDto } from './analyte.dto.js';

@ApiTags('Public analytes')
@Controller('api/analytes')
export class AnalyteController {
  constructor(private readonly vocabulary: AnalyteVocabulary) {}

  @Get()
  @CacheResponse({ tags: [] })
  @Operation(
    'List what labs measure, with the names that reports print',
    'The vocabulary that gives result lines of certificates a common meaning. A printed name that is not here, or that ' +
      'could mean several analytes, is kept as printed and means none: we never guess. We add names as labs ' +
      'print them, and keys stay as they are.',
  )
  @Ok(AnalyteVocabularyDto, 'The vocabulary')
  listAnalytes(): AnalyteVocabularyDto {
    const { version, analytes, ambiguous } = this.vocabulary.data;
    return { version, analytes, ambiguous };
  }
}
