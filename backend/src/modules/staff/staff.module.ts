import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { Accounts } from '../../domain/staff/accounts.js';
import { AttemptLimit } from '../../domain/staff/login-throttle.js';
import { CodeCheck } from '../../domain/staff/second-factor-verifier.js';
import {
  AttemptRepository,
  PasswordGuesser,
  Secrets,
  StaffRepository,
  TimeCodes,
  Vault,
} from '../../domain/staff/ports.js';
import { Reauthentication } from '../../domain/staff/reauthentication.js';
import { SecondFactors } from '../../domain/staff/second-factors.js';
import { Staff } from '../../domain/staff/staff.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AccountController } from './http/account.controller.js';
import { Argon2Secrets } from './crypto/argon2-password-hasher.js';
import { HmacTimeCodes } from './crypto/hmac-totp.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { SealedVault } from './crypto/aes-secret-encryption.js';
import { SessionController } from './http/session.controller.js';
import { StaffGuard } from './http/staff.guard.js';
import { TypeOrmAttemptRepository } from './database/typeorm-attempt.repository.js';
import { TypeOrmStaffRepository } from './database/typeorm-staff.repository.js';
import { ZxcvbnPasswordGuesser } from './crypto/zxcvbn-strength-estimator.js';

@Module({
  controllers: [SessionController, OwnAccountController, AccountController],
  providers: [
    { provide: StaffRepository, useClass: TypeOrmStaffRepository },
    { provide: AttemptRepository, useClass: TypeOrmAttemptRepository },
    { provide: Secrets, useClass: Argon2Secrets },
    { provide: PasswordGuesser, useClass: ZxcvbnPasswordGuesser },
    { provide: TimeCodes, useClass: HmacTimeCodes },
    { provide: Vault, inject: [CONFIG], useFactory: (config: Config) => new SealedVault(config.cookieSecret) },
    {
      provide: AttemptLimit,
      inject: [AttemptRepository, Vault, Clock],
      useFactory: (...ports: ConstructorParameters<typeof AttemptLimit>) => new AttemptLimit(...ports),
    },
    {
      provide: CodeCheck,
      inject: [StaffRepository, AttemptLimit, Secrets, TimeCodes, Vault, Clock],
      useFactory: (...ports: ConstructorParameters<typeof CodeCheck>) => new CodeCheck(...ports),
    },
    {
      provide: Reauthentication,
      inject: [AttemptLimit, CodeCheck, Secrets, Vault],
      useFactory: (...ports: ConstructorParameters<typeof Reauthentication>) => new Reauthentication(...ports),
    },
    {
      provide: Staff,
      inject: [StaffRepository, AttemptLimit, CodeCheck, Reauthentication, Secrets, PasswordGuesser, Vault, Clock, Ids],
      useFactory: (...ports: ConstructorParameters<typeof Staff>) => new Staff(...ports),
    },
    {
      provide: SecondFactors,
      inject: [Staff, StaffRepository, Reauthentication, Secrets, TimeCodes, Vault, Clock],
      useFactory: (...ports: ConstructorParameters<typeof SecondFactors>) => new SecondFactors(...ports),
    },
    {
      provide: Accounts,
      inject: [StaffRepository, Secrets, Transactions, Clock, Ids],
      useFactory: (...ports: ConstructorParameters<typeof Accounts>) => new Accounts(...ports),
    },
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
  exports: [Staff],
})
export class StaffModule {}
