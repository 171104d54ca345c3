/** Tells the worker of the same process that there is work, so that it need not wait for its next poll. */
export class WakeSignal {
  private listener: () => void = () => {};

  notify(): void {
    this.listener();
  }

  /** Holds one listener. */
  onNotify(listener: () => void): void {
    this.listener = listener;
  }
}
