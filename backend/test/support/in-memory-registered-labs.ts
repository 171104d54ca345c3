import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import type { RegisteredLab, RegisteredLabs } from '../../src/domain/coa-registry/checks/ports.js';
import { nameKey } from '../../src/domain/shared/name-key.js';

export class InMemoryRegisteredLabs implements RegisteredLabs {
  private readonly labs: RegisteredLab[] = [];

  put(lab: RegisteredLab): void {
    this.labs.splice(0, Number.POSITIVE_INFINITY, ...this.labs.filter(({ id }) => id !== lab.id), lab);
  }

  async registered({ labId, labKey }: Pick<Certificate, 'labId' | 'labKey'>): Promise<RegisteredLab | null> {
    const isIt = (lab: RegisteredLab) => (labId === null ? nameKey(lab.name) === labKey : lab.id === labId);
    return this.labs.find(isIt) ?? null;
  }
}
