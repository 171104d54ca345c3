// npm run bench:lines: parses and validates the same bulk lines by JSON Schema and by request class, in alternating rounds,
// and prints the median CPU time per line. There is no pass or fail. BENCH_LINES sets the number of lines (default 10,000).
import 'reflect-metadata';
import { certificateLine } from '../bench/generator.mjs';
import { buildWhatChanged, fail } from './lib.mjs';

const LINES = Number(process.env.BENCH_LINES || 10_000);
const ROUNDS = 9;

async function main() {
  await buildWhatChanged({ quiet: true });
  const http = '../backend/dist/modules/coa-registry/http';
  const { isValidLine } = await import(`${http}/certificate-line.js`);
  const { PartnerCertificateDto } = await import(`${http}/partner-certificate.dto.js`);
  const { validate } = await import('../backend/dist/platform/http/validation.js');
  const ways = {
    'JSON.parse alone': () => true,
    'JSON Schema (ajv)': isValidLine,
    'request class (class-validator)': (sent) => !Array.isArray(validate(PartnerCertificateDto, sent)),
  };
  const valid = Array.from({ length: LINES }, (_, n) => JSON.stringify(certificateLine(n)));
  const invalid = valid.map((line) => line.replace('"testDate":"2', '"testDate":"x'));
  for (const [name, lines, expected] of [
    ['valid', valid, true],
    ['invalid', invalid, false],
  ]) {
    console.log(`\n${LINES.toLocaleString('en-US')} ${name} lines, ${lines[0].length} bytes, ${ROUNDS} rounds`);
    for (const [way, times] of measure(ways, lines, expected)) {
      const [low, median, high] = [times[0], times[ROUNDS >> 1], times[ROUNDS - 1]];
      console.log(`  ${way.padEnd(32)} ${median.toFixed(1).padStart(6)} µs  (${low.toFixed(1)} to ${high.toFixed(1)})`);
    }
  }
}

function measure(ways, lines, expected) {
  const results = new Map(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, accepts] of Object.entries(ways)) {
      const began = process.cpuUsage();
      for (const line of lines) {
        if (accepts(JSON.parse(line)) !== expected && accepts.length > 0) throw new Error(`${way}: unexpected result`);
      }
      const { user, system } = process.cpuUsage(began);
      results.get(way).push((user + system) / LINES);
    }
  }
  for (const times of results.values()) times.sort((a, b) => a - b);
  return results;
}

await main().catch(fail);
