import { Controller, Get, Query, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Brands } from '../../../domain/brands/brands.js';
import { CoaRegistry } from '../../../domain/coa-registry/coa-registry.js';
import { Public } from '../../../platform/http/access.js';
import { fillUrl } from '../page-table.js';

const SEE_OTHER = 303;
const REFERENCE = /^CB-[0-9A-Z]{4}-[0-9A-Z]{4}$/i;
/** As the fields of the form in frontend/src/components/coa-registry/find-batch.tsx. */
const MAX = 120;

/** Where the form with the batch ID of a can leads, with and without JavaScript. */
@ApiExcludeController()
@Controller('find-batch')
@Public()
export class FindBatchController {
  constructor(
    private readonly brands: Brands,
    private readonly registry: CoaRegistry,
  ) {}

  @Get()
  @Redirect('/coa', SEE_OTHER)
  async find(@Query() query: Record<string, unknown>): Promise<{ url: string }> {
    const batchId = textOf(query.batch);
    const typed = textOf(query.brand);
    // Without a brand of this name, its page says so.
    const brandName = typed && ((await this.brands.nameMeantBy(typed)) ?? typed);
    if (batchId === '' || REFERENCE.test(batchId)) return { url: addressOf(batchId, brandName) };
    const [meant, ...others] = await this.registry.batchesMeant(batchId, brandName || null);
    // Without any, the page of the typed one says what that means.
    if (!meant) return { url: addressOf(batchId, brandName) };
    if (others.length === 0) return { url: addressOf(meant.batchId, brandName && meant.brandName) };
    const isOneId = others.every((other) => other.batchId === meant.batchId);
    return { url: isOneId ? addressOf(meant.batchId, '') : `/search?q=${encodeURIComponent(batchId)}` };
  }
}

function addressOf(batchId: string, brandName: string): string {
  if (REFERENCE.test(batchId)) return fillUrl('/certificates/:reference', { reference: batchId.toUpperCase() });
  if (batchId !== '' && brandName !== '') return fillUrl('/brands/:brandName/coa/:batchId', { brandName, batchId });
  if (batchId !== '') return fillUrl('/coa/:batchId', { batchId });
  return brandName === '' ? '/coa' : fillUrl('/brands/:brandName', { brandName });
}

const textOf = (value: unknown) => (typeof value === 'string' ? [...value].slice(0, MAX).join('').trim() : '');
