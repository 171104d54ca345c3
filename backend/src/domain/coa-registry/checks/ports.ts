import type { Certificate } from '../certificate/certificate.js';
import type { CheckContextQuery, RegistryContext, Viewer } from './automated-checks.js';
import type { DocumentUse } from './document-checks.js';
import type { ReportPlaces } from './qr-host.js';

/** A partner laboratory, as the registry needs it. */
export interface RegisteredLab extends ReportPlaces {
  readonly id: string;
  readonly name: string;
  readonly trusted: boolean;
  readonly suspended: boolean;
}

/** Partner laboratories. */
export abstract class RegisteredLabs {
  /** The partner laboratory that sent the certificate, or else the one with its laboratory's name. */
  abstract registered(of: Pick<Certificate, 'labId' | 'labKey'>): Promise<RegisteredLab | null>;
}

/** The documents whose other certificates are looked up, and who will read the result. */
export interface DocumentUsesQuery {
  readonly documentIds: readonly string[];
  /** Ids to leave out: the certificate itself and the one it amends. */
  readonly except: readonly string[];
  readonly viewer: Viewer;
}

/** A certificate with one of the documents asked for. */
export type DocumentUsed = Omit<DocumentUse, 'likeness'> & { readonly documentId: string };

/** What the automated checks compare a certificate with. */
export abstract class CheckContextReader {
  /**
   * Other records of the brand's batch that were not superseded, at most 20; up to 5 others that carry the same report
   * number of the laboratory and were neither rejected nor superseded; and whether the laboratory is a partner or another
   * certificate of it is published.
   */
  abstract checkContext(of: CheckContextQuery): Promise<RegistryContext>;

  /**
   * Other certificates with any of these documents that were neither rejected nor superseded, the newest first; at most
   * 20.
   */
  abstract documentUses(of: DocumentUsesQuery): Promise<readonly DocumentUsed[]>;

  /** Published batch ids of the brand that read the same once look-alikes and punctuation are folded; at most three. */
  abstract lookAlikes(of: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>): Promise<readonly string[]>;
}
