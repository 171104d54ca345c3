import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { client } from '../../api/generated/client.gen';
import type { CsvRowDto, CsvRowsDto } from '../../api/generated/types.gen';
import { certificateControls, ProductFields } from '../../components/coa-registry/certificate-fields';
import { EMPTY_FORM, type SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import { type Form, useForm } from '../../hooks/use-form';
import { SpreadsheetField, type SpreadsheetHandle } from './spreadsheet-field';

afterEach(cleanup);

let form: Form<SubmitCertificateForm>;
const handle = createRef<SpreadsheetHandle>();
const filled: string[] = [];

function Page() {
  form = useForm<SubmitCertificateForm>({ resolver: (values) => ({ values }), defaultValues: EMPTY_FORM });
  const { text, milligrams } = certificateControls(form);
  return (
    <form onChange={(event) => handle.current?.onChange(event)}>
      <SpreadsheetField form={form} handle={handle} onFilled={(name) => filled.push(name)} />
      <ProductFields text={text} milligrams={milligrams} />
    </form>
  );
}

const asked: string[] = [];

/** Opens the page with a server that answers each file the same way. */
function open(answer: unknown, status = 200) {
  filled.length = 0;
  asked.length = 0;
  const fetch = async (request: RequestInfo | URL) => {
    asked.push((request as Request).url);
    return Response.json(answer, { status });
  };
  client.setConfig({ baseUrl: 'http://localhost', fetch });
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
}

/** The files of jsdom can't be read. */
const csvFile = (name: string, content: string) =>
  Object.assign(new File([content], name), { arrayBuffer: async () => new TextEncoder().encode(content).buffer });

const choose = (content = 'brandName\nA') =>
  act(async () => {
    const file = csvFile('samples.csv', content);
    fireEvent.change(screen.getByLabelText('Fill in from a spreadsheet (CSV)'), { target: { files: [file] } });
  });

const aRow = (differing: Partial<CsvRowDto> = {}): CsvRowDto => ({
  line: 2,
  values: { productName: 'Yuzu Seltzer 5 mg', batchId: 'JT-1', thcContent: 4.82, notes: 'First' },
  errors: [],
  ...differing,
});

const aFile = (rows: CsvRowDto[], unusedColumns: CsvRowsDto['unusedColumns'] = []): CsvRowsDto => ({
  rows,
  unusedColumns,
});

const enteredIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false }).value;

test('the only row of a file is filled in at once', async () => {
  open(aFile([aRow()]));
  await choose();
  await screen.findByText(/^Row 2 is filled in/);
  expect([enteredIn('Product name'), enteredIn('Batch/Lot ID'), enteredIn('THC content')]).toEqual([
    'Yuzu Seltzer 5 mg',
    'JT-1',
    '4.82',
  ]);
  expect(filled).toEqual(['productName', 'batchId', 'thcContent', 'notes']);
  expect(screen.queryByLabelText(/Row to fill in/)).toBeNull();
  expect(handle.current?.refuse()).toBe(false);
});

test('of several rows one is chosen, and nothing of another one stays', async () => {
  const other = aRow({ line: 4, values: { productName: 'Plum Seltzer 5 mg', batchId: 'JT-2' } });
  open(aFile([aRow(), other, aRow({ line: 5, values: {}, errors: [{ field: '', message: 'Too many cells' }] })]));
  await choose();
  const row = await screen.findByLabelText(/Row to fill in/);
  expect(enteredIn('Product name')).toBe('');
  expect(screen.getByText('Row 5. Too many cells.')).toBeTruthy();
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Row 5 (1 problem)' }).disabled).toBe(true);
  fireEvent.change(row, { target: { value: '2' } });
  expect([enteredIn('Batch/Lot ID'), enteredIn('Notes')]).toEqual(['JT-1', 'First']);
  fireEvent.change(row, { target: { value: '4' } });
  expect([enteredIn('Batch/Lot ID'), enteredIn('Notes'), enteredIn('THC content')]).toEqual(['JT-2', '', '0']);
});

test('an amount that could not be read holds the form back until it is entered', async () => {
  const message = 'THC content must be a number from 0 to 1000 mg';
  open(aFile([aRow({ values: { batchId: 'JT-1', thcContent: '4,82' }, errors: [{ field: 'thcContent', message }] })]));
  await choose();
  await screen.findByText(/Column thcContent/);
  expect(screen.getByRole('listitem').textContent).toBe(`Row 2. Column thcContent: ${message}. The file has “4,82”.`);
  const amount = screen.getByLabelText(/THC content/);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  act(() => expect(handle.current?.refuse()).toBe(true));
  expect(document.activeElement).toBe(amount);
  fireEvent.input(amount, { target: { value: '4.82' } });
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBeNull());
  expect(handle.current?.refuse()).toBe(false);
});

test('columns without a field are named', async () => {
  open(
    aFile(
      [aRow()],
      [
        { name: 'bachId', suggestion: 'batchId' },
        { name: 'status', suggestion: null },
      ],
    ),
  );
  await choose();
  await screen.findByText(/left them out: bachId \(did you mean batchId\?\), status\.$/);
});

test('a file that is too large is not sent, and one that the server refuses says why', async () => {
  const detail = 'The file is empty. Fill in the template, and choose the file again.';
  open({ type: '/problems/csv-unreadable', title: 'x', status: 422, detail, error: detail, errors: [] }, 422);
  await choose('a'.repeat(64 * 1024 + 1));
  const problem = () => screen.getByRole('alert').textContent;
  expect(problem()).toBe('The file is larger than 64 kB. Split it into smaller files.');
  expect(asked).toEqual([]);
  await choose();
  await waitFor(() => expect(problem()).toBe(detail));
  expect(screen.getByLabelText('Fill in from a spreadsheet (CSV)').getAttribute('aria-invalid')).toBe('true');
});
