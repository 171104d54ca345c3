// Loaded before a server (`--import`): its clock is CLOCK_SHIFT_MS ahead of the true one, and with each SIGUSR2 it jumps
// by CLOCK_JUMP_MS. Timers and the counter of milliseconds go on as they did, as when somebody sets a machine's clock.
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
