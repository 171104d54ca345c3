import { Injectable } from '@nestjs/common';
import { Brands } from '../../domain/brands/brands.js';
import { batchKey, CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { assertBatchId, type FollowRequest, type FollowSubject } from '../../domain/newsletter/follow.js';
import { FollowSources } from '../../domain/newsletter/ports.js';
import { DomainError, InvalidInput } from '../../domain/shared/domain-error.js';
import { nameKey } from '../../domain/shared/name-key.js';

/** Finds what can be followed in the registry. Emails have the registry's names, not those that were typed. */
@Injectable()
export class PublishedSubjects extends FollowSources {
  constructor(
    private readonly brands: Brands,
    private readonly registry: CoaRegistry,
  ) {
    super();
  }

  async subjectOf({ brandName, productName, batchId }: FollowRequest): Promise<FollowSubject> {
    if (batchId !== null) return this.lot(batchId, brandName);
    if (brandName === null && productName === null)
      return {
        topic: 'failures',
        brandKey: '',
        key: '',
        label: 'All failed tests, withdrawn reports, recalls, and notices about labs',
      };
    const { name } = await found('brandName', this.brands.byName(brandName ?? ''));
    const brandKey = nameKey(name);
    if (productName === null) return { topic: 'brand', brandKey, key: '', label: `All lab reports of ${name}` };
    const product = await found('productName', this.registry.productHistory(name, productName));
    const label = `${product.productName} by ${name}`;
    return { topic: 'product', brandKey, key: nameKey(product.productName), label };
  }

  /** A brand that is not in the registry is left out: it would be a stranger's text in an email. */
  private async lot(typed: string, brandName: string | null): Promise<FollowSubject> {
    const brand = brandName === null ? null : await this.brands.byName(brandName).catch(ifNotFound);
    const published = await this.registry.byBatch(typed, brandName ?? undefined).catch(ifNotFound);
    if (!published) assertBatchId(typed);
    return {
      topic: 'lot',
      brandKey: brand ? nameKey(brand.name) : '',
      key: batchKey(typed),
      label: `Batch ${published?.batchId ?? typed}${brand ? ` of ${brand.name}` : ''}`,
    };
  }
}

function ifNotFound(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not-found') return null;
  throw error;
}

async function found<Found>(field: string, look: Promise<Found>): Promise<Found> {
  const it = await look.catch(ifNotFound);
  if (it === null) throw new InvalidInput([{ field, message: "We couldn't find it in the registry" }]);
  return it;
}
