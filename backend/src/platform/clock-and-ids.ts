import { randomUUID } from 'node:crypto';
import { Clock, Ids } from '../domain/shared/ports.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

export class RandomIds extends Ids {
  uuid(): string {
    return randomUUID();
  }
}
