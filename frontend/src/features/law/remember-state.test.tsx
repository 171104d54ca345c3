import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { type State, stateByCode } from '../../components/law/states';
import { RememberState } from './remember-state';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = (code: string) =>
  render(
    <MemoryRouter>
      <RememberState state={stateByCode(code) as State} />
    </MemoryRouter>,
  );

it('remembers the state, says so, and forgets it again, with one button', () => {
  const { getByRole } = open('TX');
  const button = getByRole('button', { name: 'Remember as my state' });
  expect(getByRole('status').textContent).toBe('');
  fireEvent.click(button);
  expect(localStorage.getItem('home-state')).toBe('TX');
  expect(getByRole('status').textContent).toBe('Texas is remembered as your state, on this device only.');
  expect(button.textContent).toBe('Forget my state');
  fireEvent.click(button);
  expect(localStorage.length).toBe(0);
  expect(button.textContent).toBe('Remember as my state');
});

it('names another remembered state, and replaces it in one tap', () => {
  localStorage.setItem('home-state', 'OH');
  const { getByRole } = open('TX');
  expect(getByRole('link', { name: 'Ohio' }).getAttribute('href')).toBe('/law/ohio');
  fireEvent.click(getByRole('button', { name: 'Remember as my state' }));
  expect(localStorage.getItem('home-state')).toBe('TX');
});

it('a remembered state that does not exist is as none', () => {
  localStorage.setItem('home-state', 'ZZ');
  const { getByRole } = open('TX');
  expect(getByRole('status').textContent).toBe('');
});
