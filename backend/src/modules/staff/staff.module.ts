import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { Accounts } from '../../domain/staff/accounts.js';
import { LoginThrottle } from '../../domain/staff/login-throttle.js';
import {
  AttemptRepository,
  PasswordHasher,
  PasswordStrengthEstimator,
  SecretEncryption,
  StaffRepository,
  TokenGenerator,
  Totp,
} from '../../domain/staff/ports.js';
import { Reauthentication } from '../../domain/staff/reauthentication.js';
import { SecondFactorVerifier } from '../../domain/staff/second-factor-verifier.js';
import { SecondFactors } from '../../domain/staff/second-factors.js';
import { Staff } from '../../domain/staff/staff.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { useCase, useSecret } from '../../platform/use-case.js';
import { AesSecretEncryption } from './crypto/aes-secret-encryption.js';
import { Argon2PasswordHasher } from './crypto/argon2-password-hasher.js';
import { OtpauthTotp } from './crypto/otpauth-totp.js';
import { RandomTokenGenerator } from './crypto/random-token-generator.js';
import { ZxcvbnStrengthEstimator } from './crypto/zxcvbn-strength-estimator.js';
import { STAFF_RETENTION } from './database/account.table.js';
import { TypeOrmAttemptRepository } from './database/typeorm-attempt.repository.js';
import { TypeOrmStaffRepository } from './database/typeorm-staff.repository.js';
import { AccountController } from './http/account.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { SessionController } from './http/session.controller.js';
import { StaffGuard } from './http/staff.guard.js';

@Module({
  controllers: [SessionController, OwnAccountController, AccountController],
  providers: [
    { provide: StaffRepository, useClass: TypeOrmStaffRepository },
    { provide: AttemptRepository, useClass: TypeOrmAttemptRepository },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    { provide: TokenGenerator, useClass: RandomTokenGenerator },
    { provide: PasswordStrengthEstimator, useClass: ZxcvbnStrengthEstimator },
    { provide: Totp, useClass: OtpauthTotp },
    useSecret(SecretEncryption, AesSecretEncryption),
    useCase(LoginThrottle, [AttemptRepository, SecretEncryption, Clock]),
    useCase(SecondFactorVerifier, [StaffRepository, LoginThrottle, TokenGenerator, Totp, SecretEncryption, Clock]),
    useCase(Reauthentication, [LoginThrottle, SecondFactorVerifier, PasswordHasher, SecretEncryption]),
    useCase(Staff, [
      StaffRepository,
      LoginThrottle,
      SecondFactorVerifier,
      Reauthentication,
      PasswordHasher,
      TokenGenerator,
      PasswordStrengthEstimator,
      SecretEncryption,
      Clock,
      Ids,
    ]),
    useCase(SecondFactors, [Staff, StaffRepository, Reauthentication, TokenGenerator, Totp, SecretEncryption, Clock]),
    useCase(Accounts, [StaffRepository, PasswordHasher, TokenGenerator, Transactions, Clock, Ids]),
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
  exports: [Staff],
})
export class StaffModule {
  constructor(retention: RetentionRegistry) {
    retention.register(STAFF_RETENTION);
  }
}
