import { assertSandbox, type CallingLab, PARTNER_SCOPES } from '../shared/calling-lab.js';
import { domainError, InvalidInput } from '../shared/domain-error.js';
import { HOUR_MS } from '../shared/durations.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import { LabNameTaken } from './lab.js';
import { type IssuedKey, Partners } from './partners.js';
import { SandboxLinks, SandboxMailer } from './ports.js';

/** Days that a test key works. What was sent with it is deleted afterwards. */
export const SANDBOX_DAYS = 30;

/** Hours that the link in the email works. */
export const SANDBOX_LINK_HOURS = 24;

const SANDBOX = { id: 'sandbox', name: 'Sandbox' };

/** We keep no address: the link proved that somebody reads its mail, and nothing more is ever sent there. */
const NO_ADDRESS = 'nobody@sandbox.invalid';

export class NoSandbox extends domainError(
  'not-found',
  'no-sandbox',
  'This site has no sandbox. Write to us if you want to try the API.',
) {}

export class SandboxLinkInvalid extends domainError(
  'not-found',
  'sandbox-link-invalid',
  `This link is not complete, or it is older than ${SANDBOX_LINK_HOURS} hours. Ask for a new one at /labs/sandbox.`,
) {}

export class SandboxLinkUsed extends domainError(
  'conflict',
  'sandbox-link-used',
  'This link was used already, and a key is shown only once. Ask for a new one at /labs/sandbox.',
) {}

/**
 * Where this application's sandbox is: `here` in the application that answers test keys, `beside` it in the one that
 * serves the site, and `nowhere` without a database for it.
 */
export type SandboxPlace = 'here' | 'beside' | 'nowhere';

/** Self-service for labs: a test key for anyone who reads the mail of an address. */
export class Sandboxes {
  constructor(
    private readonly partners: Partners,
    private readonly links: SandboxLinks,
    private readonly mailer: SandboxMailer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly place: SandboxPlace,
  ) {}

  /** Sends a link with which a sandbox can be opened once. @throws NoSandbox, InvalidInput */
  async sendLink(email: string): Promise<void> {
    if (this.place === 'nowhere') throw new NoSandbox();
    if (!email.includes('@')) throw new InvalidInput([{ field: 'email', message: 'Enter a valid email address' }]);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SANDBOX_LINK_HOURS * HOUR_MS);
    await this.mailer.sendLink(email, { sandboxId: this.ids.uuid(), expiresAt }, now);
  }

  /**
   * Opens a sandbox: creates a lab that is not trusted, and its key.
   * @param token of the link
   * @throws NoSandbox, SandboxFull, SandboxLinkInvalid, SandboxLinkUsed
   */
  async open(token: string): Promise<IssuedKey> {
    if (this.place !== 'here') throw new NoSandbox();
    await this.partners.assertRoom();
    const sandboxId = this.links.verify(token, this.clock.now());
    if (sandboxId === null) throw new SandboxLinkInvalid();
    return this.transactions.run(async () => {
      const lab = await this.createLab(sandboxId);
      return this.partners.issueKey(
        lab.id,
        { label: 'Sandbox', scopes: [...PARTNER_SCOPES], validDays: SANDBOX_DAYS },
        SANDBOX,
      );
    });
  }

  /**
   * Sets whether the lab's certificates are published without review, as its developer wants to try it.
   * @throws OnlyInSandbox, LabChanged
   */
  async setTrusted(lab: CallingLab, trusted: boolean): Promise<void> {
    assertSandbox(lab);
    const { version } = await this.partners.labById(lab.id);
    await this.partners.setTrusted(lab.id, version, trusted, 'Chosen in the sandbox', SANDBOX);
  }

  private async createLab(sandboxId: string) {
    try {
      const details = { name: `Sandbox ${sandboxId.slice(0, 13)}`, website: null, contactEmail: NO_ADDRESS };
      return await this.partners.create(details, SANDBOX, sandboxId);
    } catch (error) {
      if (error instanceof LabNameTaken) throw new SandboxLinkUsed();
      throw error;
    }
  }
}
