import { Injectable } from '@nestjs/common';
import { Reviewers } from '../../../domain/coa-registry/review/pending-decisions.js';
import { Staff } from '../../../domain/staff/staff.js';

/** Asks the staff accounts. */
@Injectable()
export class StaffReviewers extends Reviewers {
  constructor(private readonly staff: Staff) {
    super();
  }

  assertMayReview(accountId: string): Promise<void> {
    return this.staff.authorizeAccount(accountId, ['reviewer']);
  }
}
