// npm run bench soak [-- --minutes N --seed S]: runs the product under load and injected faults for a long time. It imports the
// TypeScript of the fault-injection tests directly.
import { registerHooks } from 'node:module';
import { numberOptions } from '../figures.mjs';

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

/** @throws Error if data was lost or a response was wrong; what it was is printed */
export async function run(args) {
  const { minutes, seed } = numberOptions(args, { minutes: 20, seed: Date.now() % 100_000 });
  const { soak } = await import('../../backend/test/fault-injection/soak.ts');
  if (!(await soak(minutes, seed))) throw new Error('The soak test failed: see BROKEN above.');
}
