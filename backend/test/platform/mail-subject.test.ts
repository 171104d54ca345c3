import fc from 'fast-check';
import { inSubject } from '../../src/platform/mail/subject.js';

describe('a name in a subject', () => {
  it.each([
    ['Yuzu Seltzer 5 mg', 'Yuzu Seltzer 5 mg'],
    ['  Yuzu \t Seltzer ', 'Yuzu Seltzer'],
    ['Nordlicht Getränke 北京 🥤', 'Nordlicht Getränke 北京 🥤'],
    ['Tonic\r\nBcc: kim@mail.example', 'Tonic Bcc: kim@mail.example'],
    ['Tonic\nBcc: kim@mail.example', 'Tonic Bcc: kim@mail.example'],
    ['Tonic\u0000\u0007\u0085\u2028\u2029Bcc', 'Tonic Bcc'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['', ''],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    [`${'Sparkling '.repeat(7)}Tonic`, `${'Sparkling '.repeat(5).trim()}…`],
    [`A ${'x'.repeat(100)}`, `A ${'x'.repeat(57)}…`],
    ['🥤'.repeat(61), `${'🥤'.repeat(59)}…`],
  ])('%j reads %j', (name, expected) => {
    expect(inSubject(name)).toBe(expected);
  });

  it('is one line of at most 60 characters, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const subject = inSubject(name);
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect([...subject].length).toBeLessThanOrEqual(60);
        expect(subject.isWellFormed()).toBe(true);
      }),
    );
  });
});
