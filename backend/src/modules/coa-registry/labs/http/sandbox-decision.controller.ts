import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { CertificateNotFound } from '../../../../domain/coa-registry/certificate/certificate-lifecycle.js';
import {
  LabCertificates,
  SANDBOX_DECISIONS,
  type SandboxDecision,
} from '../../../../domain/coa-registry/labs/lab-certificates.js';
import type { CallingLab } from '../../../../domain/shared/calling-lab.js';
import { CurrentLab, PartnerOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { ETAG_HEADER, entityTag } from '../../../../platform/http/conditional.js';
import { OptionalLines } from '../../../../platform/http/fields.js';
import { Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import { OneOf } from '../../../../platform/http/response-fields.js';
import { CertificateResults } from '../../certificate/certificate-results.js';
import { OwnCertificateDto, toOwnCertificateDto } from './own-certificate.dto.js';

class SandboxDecisionDto {
  @OneOf(
    SANDBOX_DECISIONS,
    'SandboxDecisionKind',
    '`approve` publishes it in the sandbox and resolves open comments, `request_changes` adds a major comment',
    'approve',
  )
  @IsIn(SANDBOX_DECISIONS, { message: `Choose ${SANDBOX_DECISIONS.join(', ')}` })
  decision!: SandboxDecision['decision'];

  @OptionalLines('Reason', 1000, {
    description: 'What the reviewer says. Without it, a sentence says that this was decided in the sandbox',
    example: 'The certificate is for another batch than the one named.',
  })
  reason?: string;
}

@ApiTags('Partner certificates')
@Controller('api/partner/certificates/:id/sandbox-decision')
export class SandboxDecisionController {
  constructor(
    private readonly certificates: LabCertificates,
    private readonly results: CertificateResults,
  ) {}

  @Post()
  @PartnerOnly('certificates:write')
  @Operation(
    'Decide about a certificate in the sandbox',
    'What our reviewer does in the registry, so that your program meets every decision. Webhooks and events follow as ' +
      'they would. It works with a test key only; with another key the answer is 403 `only-in-sandbox`. ' +
      'A certificate that no longer waits for review is answered 409 `already-decided`.',
  )
  @Ok(OwnCertificateDto, 'The certificate, decided', ETAG_HEADER)
  @ApiProblems(409, 412)
  async decideInSandbox(
    @UuidParam('id', 'Identity of the certificate, as `createCertificate` answered it', CertificateNotFound) id: string,
    @Body() { decision, reason }: SandboxDecisionDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    const decided = await this.certificates.decideInSandbox(lab, id, { decision, reason: reason ?? null });
    reply.header('etag', entityTag(decided.certificate.version));
    return toOwnCertificateDto(decided, this.results);
  }
}
