import { createHash } from 'node:crypto';
import type { KnownResource } from './model.js';
import type { Draft } from './requests.js';
import type { WireRequest } from './wire.js';

/**
 * What a run sent and was answered, a line for each request, without what the server draws anew in every run: tokens,
 * cursors with times in them, and its ports. Two runs from one seed have the same lines.
 */
export class Trace {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(receiver: string) {
    this.names.set(receiver, '<receiver>');
  }

  /** Names a secret by the order in which secrets became known. */
  learn(kind: string, { id, access }: KnownResource): void {
    if (kind.endsWith('/{token}') || kind === 'cursor') this.name(kind, id);
    if (access !== undefined) this.name('access', access);
  }

  add(number: number, draft: Draft, { target, method, raw }: WireRequest, status: number | string): void {
    const { operation, actor, mutations, json, lines, body } = draft;
    const content = json ?? lines ?? (body && mutations.length === 0 ? digestOf(body) : null);
    const sent = raw === undefined ? [method, target, JSON.stringify(content)] : [withoutCredentials(raw)];
    const what = [number, operation.id, actor, ...mutations].join(' ');
    this.lines.push(this.masked(`${what}: ${sent.join(' ')} -> ${status}`));
  }

  get digest(): string {
    return digestOf(this.lines.join('\n')).slice(0, 16);
  }

  private name(kind: string, secret: string): void {
    if (!this.names.has(secret)) this.names.set(secret, `<${kind} ${this.names.size}>`);
  }

  private masked(text: string): string {
    let masked = text;
    for (const [secret, name] of this.names) {
      masked = masked.replaceAll(secret, name).replaceAll(encodeURIComponent(secret), name);
    }
    return masked;
  }
}

const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const withoutCredentials = (raw: string) => raw.replaceAll(/^(cookie|authorization): .*$/gim, '$1');
