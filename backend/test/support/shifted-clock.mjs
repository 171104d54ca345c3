// Load this before a program with `--import`. It shifts the program's clock by TEST_CLOCK_SHIFT_MS, which is the same for
// all programs of a run (test-clock.mjs), and by CLOCK_SHIFT_MS. With CLOCK_JUMP_MS, each SIGUSR2 moves the clock by that
// much. Timers and the monotonic clock are unchanged, as when an administrator sets the system clock.
const { TEST_CLOCK_SHIFT_MS, CLOCK_SHIFT_MS, CLOCK_JUMP_MS } = process.env;

const TrueDate = globalThis.Date;
let shift = Number(TEST_CLOCK_SHIFT_MS ?? 0) + Number(CLOCK_SHIFT_MS ?? 0);
const now = () => TrueDate.now() + shift;

if (CLOCK_JUMP_MS)
  process.on('SIGUSR2', () => {
    shift += Number(CLOCK_JUMP_MS);
    process.stderr.write('the clock jumped\n');
  });

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
// Dates that Node itself makes, such as those of files, are of the same class.
TrueDate.prototype.constructor = globalThis.Date;
