import { Module } from '@nestjs/common';
import { AgeVerification } from '../../domain/age-verification/age-verification.js';
import { TokenSigner } from '../../domain/age-verification/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { useCase } from '../../platform/use-case.js';
import { AgeVerificationController } from './age-verification.controller.js';
import { HmacTokenSigner } from './hmac-token-signer.js';

@Module({
  controllers: [AgeVerificationController],
  providers: [
    {
      provide: TokenSigner,
      inject: [CONFIG],
      useFactory: (config: Config) => new HmacTokenSigner(config.cookieSecret),
    },
    useCase(AgeVerification, [TokenSigner, Clock]),
  ],
  exports: [AgeVerification],
})
export class AgeVerificationModule {}
