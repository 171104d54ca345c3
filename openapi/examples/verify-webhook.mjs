// Node 18 or later, standard library only.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;

/**
 * @param {string} secret as the registry showed it, with whsec_ in front
 * @param {Record<string, string>} headers with lowercase names
 * @param {Buffer} body the bytes exactly as they arrived, before any parsing
 * @returns the event; throws if the message is not from the registry or is too old
 */
export function verifyWebhook(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new Error('The message is too old, or its clock is wrong.');

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  const isSigned = (headers['webhook-signature'] ?? '')
    .split(' ') // several while a secret is being changed; one must match
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  if (!isSigned) throw new Error('The signature does not match.');
  return JSON.parse(body.toString('utf8'));
}
