import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type SandboxLink, SandboxLinks, SandboxMailer } from '../../../domain/partners/ports.js';
import { SANDBOX_DAYS, SANDBOX_LINK_HOURS } from '../../../domain/partners/sandboxes.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { AesGcmCipher } from '../../../platform/crypto/aes-gcm-cipher.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { callToAction, emailFooter, layout, paragraph } from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { ReceiptLimit } from '../../../platform/email/receipt-limit.js';

const KIND = 'sandbox.link';

const Payload = z.object({ to: z.string(), sandboxId: z.uuid(), expiresAt: z.coerce.date() });

const EXAMPLE: SandboxLink = {
  sandboxId: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11',
  expiresAt: new Date('2026-11-27T15:00:00Z'),
};

/** The link to open a sandbox. Anyone can enter anyone's address, so it repeats nothing that they typed. */
const sandboxEmail = (to: string, token: string, site: string): EmailMessage => ({
  to,
  subject: 'Your ClearBatch sandbox',
  ...layout({
    title: 'Open your sandbox',
    blocks: [
      paragraph(
        `In the sandbox, a lab's developer can try every call of our API with a test key. Nothing in it is public, and it is deleted after ${SANDBOX_DAYS} days.`,
      ),
      callToAction('Open the sandbox', `${site}/labs/sandbox?token=${token}`),
      paragraph(`The link works once, for ${SANDBOX_LINK_HOURS} hours. The page shows your test key.`),
      paragraph("If you didn't ask for this, you can ignore it. Then nothing is opened."),
    ],
    footer: emailFooter("You're getting this email because a sandbox was requested with this address.", site),
  }),
});

/** Sends the links to open sandboxes. The address is stored encrypted in the queue, because no other record has it. */
@Injectable()
export class OutboxSandboxMailer extends SandboxMailer implements OnModuleInit {
  private readonly cipher: AesGcmCipher;
  private readonly site: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: ReceiptLimit,
    private readonly links: SandboxLinks,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) { cookieSecret, publicUrl }: Config,
  ) {
    super();
    this.cipher = new AesGcmCipher(cookieSecret, 'sandbox link');
    this.site = publicUrl;
  }

  onModuleInit(): void {
    this.templates.register(
      KIND,
      'To a developer of a lab: the link to open a sandbox',
      async (payload) => this.render(payload),
      () => sandboxEmail('dev@example-analytical.example', this.links.sign(EXAMPLE), this.site),
    );
  }

  sendLink(email: string, link: SandboxLink, createdAt: Date): Promise<void> {
    const payload = { ...link, to: this.cipher.encrypt(email) };
    return inTransaction(this.database, async (manager) => {
      await queueMail(manager, await this.limit.limited(manager, email, { kind: KIND, payload, createdAt }));
    });
  }

  private render(payload: unknown): EmailMessage {
    const { to, ...link } = Payload.parse(payload);
    return sandboxEmail(this.cipher.decrypt(to), this.links.sign(link), this.site);
  }
}
