import { Module } from '@nestjs/common';
import { AgeVerification } from '../../domain/age-verification/age-verification.js';
import { Seal } from '../../domain/age-verification/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AgeVerificationController } from './age-verification.controller.js';
import { HmacSeal } from './hmac-token-signer.js';

@Module({
  controllers: [AgeVerificationController],
  providers: [
    { provide: Seal, inject: [CONFIG], useFactory: (config: Config) => new HmacSeal(config.cookieSecret) },
    {
      provide: AgeVerification,
      inject: [Seal, Clock],
      useFactory: (seal: Seal, clock: Clock) => new AgeVerification(seal, clock),
    },
  ],
  exports: [AgeVerification],
})
export class AgeVerificationModule {}
