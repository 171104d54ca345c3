// npm run bench lines [-- --lines N]: parses and validates the same bulk lines by JSON Schema and by request class, in alternating
// rounds, and prints the CPU time per line.
import 'reflect-metadata';
import { isValidLine } from '../../backend/dist/modules/coa-registry/http/certificate-line.js';
import { PartnerCertificateDto } from '../../backend/dist/modules/coa-registry/http/partner-certificate.dto.js';
import { validate } from '../../backend/dist/platform/http/validation.js';
import { median, numberOptions, percentile, printTable } from '../figures.mjs';
import { certificateLine } from '../generator.mjs';

const ROUNDS = 9;

const WAYS = {
  'JSON.parse alone': () => true,
  'JSON Schema (ajv)': isValidLine,
  'request class (class-validator)': (sent) => !Array.isArray(validate(PartnerCertificateDto, sent)),
};

export function run(args) {
  const { lines } = numberOptions(args, { lines: 10_000 });
  const valid = Array.from({ length: lines }, (_, n) => JSON.stringify(certificateLine(n)));
  const invalid = valid.map((line) => line.replace('"testDate":"2', '"testDate":"x'));
  printRounds('valid', valid, true);
  printRounds('invalid', invalid, false);
}

function printRounds(what, lines, expected) {
  const rows = [...measure(lines, expected)].map(([way, times]) => [
    way,
    ...[median(times), percentile(times, 0), percentile(times, 1)].map((time) => time.toFixed(1)),
  ]);
  const title = `${lines.length.toLocaleString('en-US')} ${what} lines, ${lines[0].length} bytes, ${ROUNDS} rounds`;
  printTable(title, ['', 'median µs', 'fastest', 'slowest'], rows);
}

function measure(lines, expected) {
  const results = new Map(Object.keys(WAYS).map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, accepts] of Object.entries(WAYS)) {
      const began = process.cpuUsage();
      for (const line of lines) {
        if (accepts(JSON.parse(line)) !== expected && accepts.length > 0) throw new Error(`${way}: unexpected result`);
      }
      const { user, system } = process.cpuUsage(began);
      results.get(way).push((user + system) / lines.length);
    }
  }
  return results;
}
