import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { Secrets, StaffRepository } from '../../domain/staff/ports.js';
import { Staff } from '../../domain/staff/staff.js';
import { Argon2Secrets } from './argon2-secrets.js';
import { SessionController } from './session.controller.js';
import { StaffGuard } from './staff.guard.js';
import { TypeOrmStaffRepository } from './typeorm-staff.repository.js';

@Module({
  controllers: [SessionController],
  providers: [
    { provide: StaffRepository, useClass: TypeOrmStaffRepository },
    { provide: Secrets, useClass: Argon2Secrets },
    {
      provide: Staff,
      inject: [StaffRepository, Secrets, Clock, Ids],
      useFactory: (accounts: StaffRepository, secrets: Secrets, clock: Clock, ids: Ids) =>
        new Staff(accounts, secrets, clock, ids),
    },
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
  exports: [Staff],
})
export class StaffModule {}
