import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Stands between server and database under one address, and fails as networks do. */
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

  /** Nobody listens any more. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    this.cut();
    await closed;
  }

  /** Every connection ends as soon as it begins. */
  reset(): void {
    this.mode = 'reset';
    this.cut();
  }

  /** Connections stay, and nothing comes through any more: a pulled plug. */
  fallSilent(): void {
    this.mode = 'silent';
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Whatever comes through takes so long, each way; for connections from now on. */
  slowDown(delayMs: number): void {
    this.delayMs = delayMs;
    this.cut();
  }

  /** The connections that there are fall silent for ever, and new ones come through: a firewall that forgot them. */
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
