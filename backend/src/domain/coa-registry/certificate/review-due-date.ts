import { businessDaysAfter } from '../../shared/business-days.js';

/** "We'll review it within 2-3 business days": the later bound is what is promised. [source:review-time] */
export const REVIEW_BUSINESS_DAYS = 3;

/** The day by which a submission is to be reviewed, as `YYYY-MM-DD`: the third business day after the day of submission. */
export const reviewDueDate = (submittedAt: Date): string => businessDaysAfter(submittedAt, REVIEW_BUSINESS_DAYS);
