import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import about from '../../../../content/about.json' with { type: 'json' };
import { About, type AboutSite, type Correction } from './about.page';

afterEach(cleanup);

const textOf = (site: AboutSite, corrections: readonly Correction[] = []) =>
  render(
    <MemoryRouter>
      <About about={site} corrections={corrections} />
    </MemoryRouter>,
  ).container.textContent ?? '';

const RUN_BY_SOMEONE: AboutSite = {
  operator: { name: 'Example Press', about: ['It is a publisher in Ohio.'] },
  income: ['It sells posters.'],
  funding: ['Its readers pay for it.'],
  clinicalReview: { by: 'A. Sample, PharmD', on: '2026-11-20', what: 'All articles.' },
  legalReview: { by: 'B. Sample, attorney', on: '2026-11-21', what: 'The rules of Ohio.' },
};

it('says that it is a demonstration, and names no one, until the operator does', () => {
  expect(about).toMatchObject({ operator: null, funding: null, clinicalReview: null, legalReview: null });
  const text = textOf(about);
  expect(text).toContain('This is a demonstration');
  expect(text).toContain('No one has said here who pays for this site.');
  expect(text).toContain('Not reviewed by a clinician yet.');
  expect(text).toContain('Not reviewed by a lawyer yet.');
  expect(text).toContain('None are listed yet.');
});

it('says who runs it, who pays, and who reviewed what and when', () => {
  const text = textOf(RUN_BY_SOMEONE);
  expect(text).not.toMatch(/demonstration|Not reviewed|No one has said/);
  expect(text).toContain('Example Press runs this site. It is a publisher in Ohio.');
  expect(text).toContain('Its readers pay for it.');
  expect(text).toContain('It sells posters.');
  expect(text).toContain('Reviewed by A. Sample, PharmD on November 20, 2026. All articles.');
  expect(text).toContain('Reviewed by B. Sample, attorney on November 21, 2026. The rules of Ohio.');
});

it('lists each correction with its day, its page, and both texts', () => {
  const text = textOf(about, [
    {
      date: '2026-11-25',
      path: '/learn/dosing-guide',
      page: 'Dosing guide',
      was: 'Wait 1 hour.',
      now: 'Wait 2 hours.',
    },
  ]);
  expect(text).toContain('November 25, 2026, Dosing guide. It said: Wait 1 hour. Now it says: Wait 2 hours.');
  expect(text).not.toContain('None are listed yet');
});
