/** Wakes a worker in the same process when there is work, so that it need not wait for its next poll. */
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
