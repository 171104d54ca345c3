import { Module } from '@nestjs/common';
import { AgeVerification, TokenSigner } from '../../domain/age-verification/age-verification.js';
import { Clock } from '../../domain/shared/ports.js';
import { useCase, useSecret } from '../../platform/use-case.js';
import { AgeVerificationController } from './age-verification.controller.js';
import { HmacTokenSigner } from './hmac-token-signer.js';

@Module({
  controllers: [AgeVerificationController],
  providers: [useSecret(TokenSigner, HmacTokenSigner), useCase(AgeVerification, [TokenSigner, Clock])],
  exports: [AgeVerification],
})
export class AgeVerificationModule {}
