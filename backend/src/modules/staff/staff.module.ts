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
import { CONFIG, type Config } from '../../platform/config.js';
import { AesSecretEncryption } from './crypto/aes-secret-encryption.js';
import { Argon2PasswordHasher } from './crypto/argon2-password-hasher.js';
import { OtpauthTotp } from './crypto/otpauth-totp.js';
import { RandomTokenGenerator } from './crypto/random-token-generator.js';
import { ZxcvbnStrengthEstimator } from './crypto/zxcvbn-strength-estimator.js';
import { staffRetention } from './database/staff.retention.js';
import { TypeOrmAttemptRepository } from './database/typeorm-attempt.repository.js';
import { TypeOrmStaffRepository } from './database/typeorm-staff.repository.js';
import { AccountController } from './http/account.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { SessionController } from './http/session.controller.js';
import { StaffGuard } from './http/staff.guard.js';

@Module({
  controllers: [SessionController, OwnAccountController, AccountController],
  providers: [
    staffRetention,
    { provide: StaffRepository, useClass: TypeOrmStaffRepository },
    { provide: AttemptRepository, useClass: TypeOrmAttemptRepository },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    { provide: TokenGenerator, useClass: RandomTokenGenerator },
    { provide: PasswordStrengthEstimator, useClass: ZxcvbnStrengthEstimator },
    { provide: Totp, useClass: OtpauthTotp },
    {
      provide: SecretEncryption,
      inject: [CONFIG],
      useFactory: (config: Config) => new AesSecretEncryption(config.cookieSecret),
    },
    {
      provide: LoginThrottle,
      inject: [AttemptRepository, SecretEncryption, Clock],
      useFactory: (...ports: ConstructorParameters<typeof LoginThrottle>) => new LoginThrottle(...ports),
    },
    {
      provide: SecondFactorVerifier,
      inject: [StaffRepository, LoginThrottle, TokenGenerator, Totp, SecretEncryption, Clock],
      useFactory: (...ports: ConstructorParameters<typeof SecondFactorVerifier>) => new SecondFactorVerifier(...ports),
    },
    {
      provide: Reauthentication,
      inject: [LoginThrottle, SecondFactorVerifier, PasswordHasher, SecretEncryption],
      useFactory: (...ports: ConstructorParameters<typeof Reauthentication>) => new Reauthentication(...ports),
    },
    {
      provide: Staff,
      inject: [
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
      ],
      useFactory: (...ports: ConstructorParameters<typeof Staff>) => new Staff(...ports),
    },
    {
      provide: SecondFactors,
      inject: [Staff, StaffRepository, Reauthentication, TokenGenerator, Totp, SecretEncryption, Clock],
      useFactory: (...ports: ConstructorParameters<typeof SecondFactors>) => new SecondFactors(...ports),
    },
    {
      provide: Accounts,
      inject: [StaffRepository, PasswordHasher, TokenGenerator, Transactions, Clock, Ids],
      useFactory: (...ports: ConstructorParameters<typeof Accounts>) => new Accounts(...ports),
    },
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
  exports: [Staff],
})
export class StaffModule {}
