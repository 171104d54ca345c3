import { Controller, Get, Header, Inject, NotFoundException, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Public } from '../../../platform/http/access.js';
import { PAGE_RENDERER, type PageRenderer } from '../page-renderer.js';
import { fillUrl } from '../page-table.js';

const SVG = 'image/svg+xml; charset=utf-8';
const ONE_DAY = 'public, max-age=86400';

/**
 * QR codes of the pages of certificates, at the page's own address with `/qr.svg` after it. An image contains only that
 * address, so it needs no database; the code of a missing certificate leads to a missing page.
 */
@ApiExcludeController()
@Controller()
@Public()
export class QrCodeController {
  constructor(
    @Inject(PAGE_RENDERER) private readonly renderer: PageRenderer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('brands/:brandName/coa/:batchId/qr.svg')
  @Header('content-type', SVG)
  @Header('cache-control', ONE_DAY)
  ofBatch(@Param('brandName') brandName: string, @Param('batchId') batchId: string): string {
    return this.codeOf(fillUrl('/brands/:brandName/coa/:batchId', { brandName, batchId }));
  }

  @Get('certificates/:reference/qr.svg')
  @Header('content-type', SVG)
  @Header('cache-control', ONE_DAY)
  ofCertificate(@Param('reference') reference: string): string {
    return this.codeOf(fillUrl('/certificates/:reference', { reference }));
  }

  private codeOf(path: string): string {
    try {
      return this.renderer.qrCode(this.config.publicUrl + path);
    } catch {
      // Too long for a QR code.
      throw new NotFoundException();
    }
  }
}
