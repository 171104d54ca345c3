import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy in front of the database that fails the way networks do. */
export class FlakyNetwork {
  private readonly sockets = new Set<Socket>();
  private readonly listener: Server = createServer((near) => this.join(near));
  private port = 0;
  private mode: 'joined' | 'reset' | 'silent' = 'joined';
  private delayMs = 0;
  target = 0;

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.listener.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.listener.address() as AddressInfo).port;
    return this.port;
  }

  /** Refuses connections. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    this.cut();
    await closed;
  }

  /** Closes every connection as soon as it opens. */
  reset(): void {
    this.mode = 'reset';
    this.cut();
  }

  /** Keeps connections open but drops all data, as if a cable were unplugged. */
  fallSilent(): void {
    this.mode = 'silent';
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Delays data in both directions, on new connections. */
  slowDown(delayMs: number): void {
    this.delayMs = delayMs;
    this.cut();
  }

  /** Drops data on existing connections but forwards new ones, like a firewall that lost its state. */
  forget(): void {
    this.fallSilent();
    this.mode = 'joined';
  }

  async restore(): Promise<void> {
    this.mode = 'joined';
    this.delayMs = 0;
    this.cut();
    if (!this.listener.listening) await this.listen();
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    if (this.listener.listening) await this.refuse();
  }

  private join(near: Socket): void {
    this.keep(near);
    if (this.mode === 'reset') near.resetAndDestroy();
    if (this.mode !== 'joined') return;
    const far = connect(this.target, '127.0.0.1');
    this.keep(far);
    near.pipe(this.slowly()).pipe(far);
    far.pipe(this.slowly()).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }

  private slowly(): Transform {
    const delayMs = this.delayMs;
    return new Transform({
      transform: (chunk, _, done) => {
        if (delayMs === 0) done(null, chunk);
        else setTimeout(done, delayMs, null, chunk);
      },
    });
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.sockets.delete(socket));
  }
}
