/** The queue of certificates that waited for their document and can be handled now. */
export abstract class AwaitingCertificates {
  /**
   * Leases open certificates whose document was read, was refused or removed without the lab being told, or did not
   * arrive in time.
   * @returns their ids
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly string[]>;
}
