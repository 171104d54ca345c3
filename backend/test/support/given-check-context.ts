import type { CheckContextQuery, RegistryContext } from '../../src/domain/coa-registry/checks/automated-checks.js';
import { CheckContextReader } from '../../src/domain/coa-registry/checks/ports.js';
import { NOTHING_AROUND } from './builders.js';

/** What certificates are compared with, as a test gives it. */
export class GivenCheckContext extends CheckContextReader {
  /** The same for every certificate. */
  around: RegistryContext = NOTHING_AROUND;
  readonly asked: CheckContextQuery[] = [];

  async checkContext(of: CheckContextQuery): Promise<RegistryContext> {
    this.asked.push(of);
    return this.around;
  }

  async documentUses(): Promise<[]> {
    return [];
  }

  async lookAlikes(): Promise<[]> {
    return [];
  }
}
