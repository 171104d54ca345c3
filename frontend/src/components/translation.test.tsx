import { cleanup, render } from '@testing-library/react';
import { translationOf } from './sentences';
import { Translated, TranslationProvider } from './translation';

afterEach(cleanup);

const SENTENCES = {
  'Wait at least # hours before more.': 'Espere al menos # horas antes de tomar más.',
  '# mg': '# mg',
};

it.each([
  ['Wait at least 3 hours before more.', 'Espere al menos 3 horas antes de tomar más.'],
  ['Wait at least 1¼ hours before more.', 'Espere al menos 1¼ horas antes de tomar más.'],
  ['2.5\u00a0mg', '2.5\u00a0mg'],
  ['Do not drive.', null],
])('translates %s, and keeps its numbers', (text, translated) => {
  expect(translationOf(SENTENCES, text)).toBe(translated);
});

it('marks a text without a translation as English, on pages in another language only', () => {
  const shown = render(
    <TranslationProvider value={SENTENCES}>
      <p>
        <Translated text="Do not drive." />
      </p>
    </TranslationProvider>,
  );
  expect(shown.container.innerHTML).toBe('<p><span lang="en">Do not drive.</span></p>');
  expect(render(<Translated text="Do not drive." />).container.innerHTML).toBe('Do not drive.');
});
