import { Module } from '@nestjs/common';
import { DocumentsModule } from './documents.module.js';
import { DocumentController } from './http/document.controller.js';
import { PartnerDocumentController } from './http/partner-document.controller.js';
import { StaffDocumentController } from './http/staff-document.controller.js';

/** The routes of the documents context itself. */
@Module({
  imports: [DocumentsModule],
  controllers: [DocumentController, PartnerDocumentController, StaffDocumentController],
})
export class DocumentRoutesModule {}
