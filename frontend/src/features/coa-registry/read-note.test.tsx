import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { certificateControls, ProductFields } from '../../components/coa-registry/certificate-fields';
import { EMPTY_FORM, type SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import { useForm } from '../../hooks/use-form';
import { ReadNote } from './read-note';
import { usePrefill } from './use-prefill';

afterEach(cleanup);

const aDay = (value: string, printed: string, page: number) => ({
  field: 'testDate',
  value,
  printed,
  box: { page, x: 100, y: 100, width: 60, height: 10 },
});
const DAYS = [aDay('2026-10-12', 'Oct 12, 2026', 1), aDay('2026-10-14', '10/14/2026', 3)];
const SIZE = { width: 612, height: 792 };

let readFields: readonly object[];

function Page({ days = DAYS }) {
  const form = useForm<SubmitCertificateForm>({ resolver: (values) => ({ values }), defaultValues: EMPTY_FORM });
  const values = usePrefill(form);
  const { text, milligrams } = certificateControls(form);
  readFields = values.readFields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a document fills the form once
  useEffect(() => void values.fill([], days), []);
  return (
    <form onChange={() => values.onTyped('testDate')}>
      <ProductFields text={text} milligrams={milligrams} />
      {values.found && (
        <ReadNote
          field="testDate"
          {...values.noteOf('testDate')}
          pictureOf={({ page }) => ({ src: `/${page}.png`, size: SIZE })}
          onChoose={({ value }) => {
            form.setValue('testDate', value);
            values.onTyped('testDate');
          }}
          onConfirm={() => {}}
          onTake={() => {}}
        />
      )}
    </form>
  );
}

const date = () => screen.getByLabelText<HTMLInputElement>(/Test date/);
const choices = () => screen.queryAllByRole('button', { name: /^Use .* for Test date$/ });

it('fills in none of several days of testing, and shows each beside its picture', () => {
  render(<Page />);
  expect(date().value).toBe('');
  expect(screen.getByText('The PDF has several. Compare them, and choose or enter the right one.')).toBeTruthy();
  expect(choices()).toHaveLength(2);
  expect(screen.getByRole('img', { name: 'Page 3 of the PDF: 10/14/2026' })).toBeTruthy();
});

it('does not fill in a single value that it only offers', () => {
  render(<Page days={DAYS.slice(1)} />);
  expect(date().value).toBe('');
  expect(screen.getByText('The PDF may say this. Compare it, and use it or enter the right value.')).toBeTruthy();
  expect(choices()).toHaveLength(1);
});

it('takes the day that a person chooses as entered by them', () => {
  render(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Use 10/14/2026, page 3 for Test date' }));
  expect(date().value).toBe('2026-10-14');
  expect(screen.getByText('The PDF says the same on page 3.')).toBeTruthy();
  expect(choices()).toHaveLength(0);
  expect(readFields).toEqual([]);
});

it('still offers them beside another day', () => {
  render(<Page />);
  fireEvent.input(date(), { target: { value: '2026-10-13' } });
  expect(choices()).toHaveLength(2);
});
