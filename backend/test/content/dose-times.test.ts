import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOMACH_CONTENTS, type StomachContents } from '../../src/domain/dosing/dose-request.js';
import { calculateDose } from '../../src/domain/dosing/dosing.js';
import { EXPERIENCES } from '../../src/domain/shared/dose-level.js';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const low = (stomachContents: StomachContents) =>
  calculateDose({ thcAmount: 2.5, bodyWeight: 150, experience: 'beginner', stomachContents });
const waits = Object.fromEntries(
  STOMACH_CONTENTS.map((stomach) => [stomach, Number(low(stomach).waitBeforeMoreMinutes) / 60]),
);

const articles = readdirSync(join(root, 'content/articles')).map((file) => `content/articles/${file}`);
const screens = readdirSync(join(root, 'frontend/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => `frontend/src/${file}`);
/** Numbers of hours in a sentence that says how long to wait, by file. */
const sentences = [...articles, ...screens, 'content/faq.json', 'content/emergency.json', 'content/pages.json'].flatMap(
  (file) =>
    [
      ...read(file)
        .replace(/\s+/g, ' ')
        .matchAll(/[^.!?|>"']*\b(?:wait|allow)\b[^.!?|<"']*\bhours?\b[^.!?|<"']*/gi),
    ].map(([sentence]) => ({ file, sentence })),
);
const isOnDriving = (sentence: string) => /driv|normal|18 mg/i.test(sentence);

describe('the times that pages show', () => {
  it("are the calculator's", () => {
    const { stomach, driving } = JSON.parse(read('content/dose-times.json'));
    const range = ({ minMinutes, maxMinutes }: { minMinutes: number; maxMinutes: number }) => [minMinutes, maxMinutes];
    const calculated = STOMACH_CONTENTS.map((contents) => {
      const { timing, waitBeforeMoreMinutes } = low(contents);
      if (!timing) throw new Error('A low amount has times');
      const { onset, peak, duration } = timing;
      return [
        contents,
        { onset: range(onset), peak: range(peak), duration: range(duration), waitMinutes: waitBeforeMoreMinutes },
      ];
    });
    expect(stomach).toEqual(Object.fromEntries(calculated));
    const heavy = { bodyWeight: 150, experience: 'beginner', stomachContents: 'empty' } as const;
    const holdOf = (thcAmount: number) => calculateDose({ thcAmount, ...heavy }).doNotDriveMinutes;
    expect(driving.minutes).toBe(low('empty').doNotDriveMinutes);
    expect(driving.minutesAbove).toBe(holdOf(driving.upToMg + 0.001));
    expect(holdOf(driving.upToMg)).toBeLessThan(driving.minutesAbove);
  });

  it('are written in no component: those take them from dose-times.ts', () => {
    expect(sentences.filter(({ file, sentence }) => file.endsWith('.tsx') && /\d/.test(sentence))).toEqual([]);
  });

  it('are the same in articles and answers, before more and before driving', () => {
    const said = sentences.filter(({ file, sentence }) => !file.endsWith('.tsx') && /\d/.test(sentence));
    expect(said.length).toBeGreaterThan(10);
    for (const { file, sentence } of said) {
      const hours = [...sentence.matchAll(/(\d+)(?= hours?\b| or more\b| after\b)/g)].map(([, hour]) => Number(hour));
      const allowed = isOnDriving(sentence) ? [8] : Object.values(waits);
      expect([file, sentence, hours.filter((hour) => !allowed.includes(hour))]).toEqual([file, sentence, []]);
      const [, full] = /(\d+) (?:hours )?after a full/.exec(sentence) ?? [];
      if (full) expect([file, Number(full)]).toEqual([file, waits.full]);
      const [, light] = /(\d+) (?:hours )?after a (?:light|snack)/.exec(sentence) ?? [];
      if (light) expect([file, Number(light)]).toEqual([file, waits.light]);
    }
  });

  it('are the same in the table, the example evening and the diagram of the articles', () => {
    const table = [
      ...read('content/articles/dosing-guide.md').matchAll(/^\| (Empty|Light|Full) [^|]*\| (\d) hours \|$/gm),
    ];
    expect(Object.fromEntries(table.map(([, stomach = '', hours]) => [stomach.toLowerCase(), Number(hours)]))).toEqual(
      waits,
    );
    const [, empty, full] =
      /^\| Wait before more until \| (\d+):00 \| (\d+):00 \|/m.exec(read('content/articles/onset-duration.md')) ?? [];
    expect([Number(empty) - 7, Number(full) - 7]).toEqual([waits.empty, waits.full]);
    const diagram = read('content/diagrams/time-course.svg');
    const drawn = [...diagram.matchAll(/Wait before more<\/tspan> <tspan class="strong">(\d) h/g)];
    expect(drawn.map(([, hours]) => Number(hours))).toEqual(Object.values(waits));
    const described = [...diagram.matchAll(/wait (\d) hours before more/g)];
    expect(described.map(([, hours]) => Number(hours))).toEqual(Object.values(waits));
  });
});

describe('an amount that is high or very high', () => {
  it('gets no sentence that suggests a time for more', () => {
    for (const experience of EXPERIENCES) {
      for (const stomachContents of STOMACH_CONTENTS) {
        for (const thcAmount of [6, 11, 21, 31, 50, 100]) {
          const result = calculateDose({ thcAmount, bodyWeight: 150, experience, stomachContents });
          if (!['high', 'very_high'].includes(result.doseLevel)) continue;
          const { waitBeforeMoreMinutes, ...shown } = result;
          expect(waitBeforeMoreMinutes).not.toBeNull();
          expect(shown.moreAdvice).toBe('Do not have any more today.');
          expect(JSON.stringify(shown)).not.toMatch(/\bwait|re-?dose|before more|more (later|after)|before you think/i);
        }
      }
    }
  });
});
