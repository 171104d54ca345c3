// The order of test files. Jest starts with the largest ones, but what takes longest are small files that start processes:
// with one of them at the end, the other workers wait.
import Sequencer from '@jest/test-sequencer';

const STARTS_PROCESSES = /backend\/test\/(fuzz|multi-instance|fault-injection|pdf|scripts)\//;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const startsProcesses = ({ path }) => STARTS_PROCESSES.test(path.replaceAll('\\', '/'));
    return super.sort(tests).sort((a, b) => startsProcesses(b) - startsProcesses(a));
  }
}
