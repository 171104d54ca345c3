// Load this before a server with `--import`. It shifts the clock by CLOCK_SHIFT_MS, and each SIGUSR2 moves it by
// another CLOCK_JUMP_MS. Timers and the monotonic clock are unchanged, as when an administrator sets the system clock.
let shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
process.on('SIGUSR2', () => {
  shift += Number(process.env.CLOCK_JUMP_MS ?? 0);
  process.stderr.write('the clock jumped\n');
});

const TrueDate = globalThis.Date;

globalThis.Date = class ShiftedDate extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + shift;
  }
};
