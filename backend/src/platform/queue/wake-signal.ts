/** Rings when there is work, so that a worker in the same process need not wait for its next look. */
export class Bell {
  private listener: () => void = () => {};

  ring(): void {
    this.listener();
  }

  /** For one listener. */
  onRing(listener: () => void): void {
    this.listener = listener;
  }
}
