import { Injectable } from '@nestjs/common';
import { CertificateReferences } from '../../domain/audit/ports.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';

@Injectable()
export class RegistryReferences extends CertificateReferences {
  constructor(private readonly registry: CoaRegistry) {
    super();
  }

  idOfReference(reference: string): Promise<string | null> {
    return this.registry.idOfReference(reference);
  }

  referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.registry.referencesOf(ids);
  }
}
