import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { decideRequest, newRequest } from '../../domain/brands/brand-claim.js';
import { BrandClaimRepository, ClaimTokens, type LinkUse } from '../../domain/brands/claim-ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { decidedEmail, EXAMPLE_CLAIM, linkEmail, openEmail } from './brand-claim.email.js';

const ClaimPayload = z.object({ brandClaimId: z.uuid() });
const RequestPayload = ClaimPayload.extend({ brandRequestId: z.uuid() });

export const CLAIM_MAIL = {
  link: 'brand-claim.link',
  open: 'brand-claim.open',
  decided: 'brand-claim.decided',
} as const;

/** Emails to people who speak for a brand, written when they are sent. */
@Injectable()
export class BrandClaimEmailTemplates implements OnModuleInit {
  private readonly site: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly claims: BrandClaimRepository,
    private readonly tokens: ClaimTokens,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.site = publicUrl;
  }

  onModuleInit(): void {
    this.registerLink(CLAIM_MAIL.link, 'prove', 'To someone who says they are a brand: prove your domain', linkEmail);
    this.registerLink(CLAIM_MAIL.open, 'act', 'To a brand that proved its domain: your link', openEmail);
    this.templates.register(
      CLAIM_MAIL.decided,
      'To a brand: what we decided',
      async (payload) => {
        const { brandClaimId, brandRequestId } = RequestPayload.parse(payload);
        const claim = await this.claims.byId(brandClaimId);
        const found = await this.claims.request(brandRequestId);
        return claim && found ? decidedEmail(claim, found.request, found.request.certificate, this.site) : null;
      },
      () => decidedEmail(EXAMPLE_CLAIM, exampleRequest(), 'CB-7K3M-9QXD', this.site),
    );
    this.templates.registerFinder((typed) =>
      this.database.query(`SELECT "id" AS "brandClaimId" FROM brand_claims WHERE lower("email") = lower($1)`, [typed]),
    );
  }

  private registerLink(kind: string, use: LinkUse, description: string, render: typeof linkEmail): void {
    const links = (id: string) => ({
      site: this.site,
      desk: `${this.site}/brand-desk?token=${this.tokens.sign(id, use)}`,
    });
    this.templates.register(
      kind,
      description,
      async (payload) => {
        const claim = await this.claims.byId(ClaimPayload.parse(payload).brandClaimId);
        return claim ? render(claim, links(claim.id)) : null;
      },
      () => render(EXAMPLE_CLAIM, links(EXAMPLE_CLAIM.id)),
    );
  }
}

function exampleRequest() {
  const text = 'We recalled this batch on November 2, 2026, and stores no longer sell it.';
  const sentAt = new Date('2026-11-20T15:04:05Z');
  const request = newRequest('reply', EXAMPLE_CLAIM, { text }, EXAMPLE_CLAIM.id, sentAt);
  const refusal = { accepted: false, reason: 'The recall is not on the website that you named.' };
  return decideRequest(request, 1, refusal, sentAt, 'robin');
}
