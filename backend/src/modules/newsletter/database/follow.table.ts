import { EntitySchema } from 'typeorm';
import type { Followed, FollowSubject } from '../../../domain/newsletter/follow.js';
import { cascadingKey } from '../../../platform/database/columns.js';
import type { RetentionRules } from '../../../platform/database/retention.js';

const numberedKey = (constraint: string) =>
  ({ type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: constraint }) as const;

/** Addresses that follow something, or were asked by email to confirm it. */
export const followerTable = new EntitySchema<{ id: number; email: string; mailedAt: Date }>({
  name: 'Follower',
  tableName: 'followers',
  columns: {
    id: numberedKey('followers_pkey'),
    email: { type: 'text' },
    mailedAt: { type: 'timestamptz', default: '-infinity' },
  },
  indices: [{ name: 'followers_email_key', columns: ['email'], synchronize: false }],
});

interface FollowRow extends FollowSubject, Followed {
  readonly followerId: number;
  readonly askedAt: Date;
}

export const followTable = new EntitySchema<FollowRow>({
  name: 'Follow',
  tableName: 'follows',
  columns: {
    id: numberedKey('follows_pkey'),
    followerId: { type: 'integer' },
    topic: { type: 'text' },
    brandKey: { type: 'text' },
    key: { type: 'text' },
    label: { type: 'text' },
    askedAt: { type: 'timestamptz' },
    confirmedAt: { type: 'timestamptz', nullable: true },
  },
  foreignKeys: [cascadingKey('follows_follower_fkey', 'followerId', 'Follower')],
  uniques: [{ name: 'follows_subject_key', columns: ['followerId', 'topic', 'brandKey', 'key'] }],
  indices: [{ name: 'follows_by_subject', columns: ['topic', 'key', 'brandKey'] }],
  checks: [{ name: 'follows_topic_check', expression: `topic IN ('lot', 'product', 'brand', 'failures')` }],
});

interface FollowEventRow {
  readonly id: string;
  readonly kind: string;
  readonly certificateId: string | null;
  readonly incidentId: string | null;
  readonly noticeId: string | null;
  readonly at: Date;
  readonly dueAt: Date;
  /** The run that queued the emails about it; null until then. */
  readonly mailing: string | null;
}

/** What happened to certificates, laboratories and notices, written by triggers (migrations 1796390000001, 1796400000001). */
export const followEventTable = new EntitySchema<FollowEventRow>({
  name: 'FollowEvent',
  tableName: 'follow_events',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment', primaryKeyConstraintName: 'follow_events_pkey' },
    kind: { type: 'text' },
    certificateId: { type: 'uuid', nullable: true },
    incidentId: { type: 'uuid', nullable: true },
    at: { type: 'timestamptz', default: () => 'now()' },
    dueAt: { type: 'timestamptz' },
    mailing: { type: 'uuid', nullable: true },
    noticeId: { type: 'uuid', nullable: true },
  },
  indices: [
    { name: 'follow_events_due', columns: ['dueAt'], where: '"mailing" IS NULL' },
    { name: 'follow_events_by_time', columns: ['at'] },
  ],
  checks: [
    {
      name: 'follow_events_kind_check',
      expression: `kind IN ('published', 'arrived', 'failed', 'withdrawn', 'notice')`,
    },
  ],
});

export const FOLLOW_RETENTION: RetentionRules = {
  unconfirmedFollows: [
    { table: 'follows', due: `"confirmedAt" IS NULL AND "askedAt" < $1` },
    {
      table: 'followers',
      due: `"mailedAt" < $1 AND NOT EXISTS (SELECT 1 FROM follows f WHERE f."followerId" = old."id")`,
    },
  ],
};
