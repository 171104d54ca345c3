// npm run soak [-- --minutes N --seed S]: runs the product under load and injected faults for a long time. It imports the
// TypeScript of the fault-injection tests directly.
import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { build, fail } from './lib.mjs';

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

// Exit on signals, so that the exit handlers stop the servers and the database.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

try {
  await build({ quiet: true });
  const { soak } = await import('../backend/test/fault-injection/soak.ts');
  process.exit((await soak(Number(values.minutes), Number(values.seed))) ? 0 : 1);
} catch (error) {
  fail(error);
}
