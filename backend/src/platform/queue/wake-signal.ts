/** Rings when there is work, so that a worker in the same process need not wait for its next look. */
export class WakeSignal {
  private listener: () => void = () => {};

  notify(): void {
    this.listener();
  }

  /** For one listener. */
  onNotify(listener: () => void): void {
    this.listener = listener;
  }
}
