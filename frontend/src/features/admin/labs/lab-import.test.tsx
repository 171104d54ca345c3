import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { client } from '../../../api/generated/client.gen';
import type { LabCsvRowDto, LabDto, LineResultDto } from '../../../api/generated/types.gen';
import { LabImport } from './lab-import';

afterEach(cleanup);

const LAB = { id: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11', name: 'Quiet Bench', suspended: false } as LabDto;

const aRow = (line: number, differing: Partial<LabCsvRowDto> = {}): LabCsvRowDto => ({
  line,
  labReportId: `QB-${line}`,
  errors: [],
  brandName: 'Rowan & Fen',
  productName: 'Medlar Tea 5 mg',
  batchId: `RF-${line}`,
  ...differing,
});

const WRONG = aRow(3, {
  brandName: null,
  productName: null,
  batchId: null,
  errors: [{ field: 'panels.pesticides', message: 'Choose one. Did you mean "passed"?' }],
});

const TAKEN: LineResultDto = {
  line: 2,
  outcome: 'waiting',
  id: 'an-id',
  reference: 'CB-7K3M-9QXD',
  labReportId: 'QB-2',
  code: null,
  errors: [],
  document: null,
};

type Answer = () => Response | Promise<Response>;

/** Opens the section with a server that answers like this. */
function open({ check, imports }: { check: Answer; imports?: Answer }, lab = LAB) {
  const asked: string[] = [];
  const fetch = async (request: RequestInfo | URL) => {
    const { url } = request as Request;
    asked.push(url.split('/').at(-1) ?? '');
    return (url.endsWith('csv-check') ? check : imports)?.() ?? Response.error();
  };
  client.setConfig({ baseUrl: 'http://localhost', fetch });
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LabImport lab={lab} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

const choose = () =>
  act(async () => {
    const content = 'labReportId\nQB-2';
    const arrayBuffer = async () => new TextEncoder().encode(content).buffer;
    // The files of jsdom can't be read.
    const files = [Object.assign(new File([content], 'november.csv'), { arrayBuffer })];
    fireEvent.change(screen.getByLabelText('Spreadsheet of this lab (CSV)'), { target: { files } });
  });

const answer =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

test('each row is shown as ready or with its problems before anything is imported', async () => {
  const asked = open({ check: answer([aRow(2), WRONG]) });
  await choose();
  await screen.findByText('november.csv: 1 row ready, 1 row with problems. Nothing is stored yet.');
  expect(screen.getByText('Column panels.pesticides: Choose one. Did you mean "passed"?')).toBeTruthy();
  expect(screen.getByText('Ready rows (1)')).toBeTruthy();
  expect(asked).toEqual(['csv-check']);
});

test('the result names what was imported and what was not', async () => {
  const refused = { ...TAKEN, line: 3, outcome: 'refused', id: null, reference: null, errors: WRONG.errors };
  const asked = open({ check: answer([aRow(2), WRONG]), imports: answer([TAKEN, refused], 201) });
  await choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 row' }));
  await screen.findByText('1 row imported for Quiet Bench');
  expect(screen.getByRole('link', { name: 'CB-7K3M-9QXD' }).getAttribute('href')).toBe('/admin/submissions/an-id');
  expect(screen.getByText('Rows not imported (1)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(asked).toEqual(['csv-check', 'csv-imports']);
});

test('a second click while it is imported sends nothing, and after a lost answer it can be sent again', async () => {
  const first = Promise.withResolvers<Response>();
  const answers = [first.promise, Promise.resolve(Response.json([TAKEN], { status: 201 }))];
  const asked = open({ check: answer([aRow(2)]), imports: () => answers.shift() ?? Response.error() });
  await choose();
  const button = await screen.findByRole('button', { name: 'Import 1 row' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(button);
  await act(async () => first.reject(new TypeError('connection lost')));
  await screen.findByText(/You can import it again: no row is stored twice/);
  expect(asked).toEqual(['csv-check', 'csv-imports']);
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
  await screen.findByText('1 row imported for Quiet Bench');
});

test('a file without a row that can be imported offers no import', async () => {
  open({ check: answer([WRONG]) });
  await choose();
  await screen.findByText('No row can be imported. Correct the file, then choose it again.');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test('an unreadable file says why', async () => {
  const detail = 'The columns are not separated by commas.';
  open({ check: answer({ type: '/problems/csv-unreadable', status: 422, detail, error: detail, errors: [] }, 422) });
  await choose();
  expect((await screen.findByText(detail)).closest('[role="alert"]')).toBeTruthy();
});

test('a suspended lab has no import', () => {
  open({ check: answer([]) }, { ...LAB, suspended: true });
  expect(screen.getByText(/This lab is suspended/)).toBeTruthy();
  expect(screen.queryByLabelText('Spreadsheet of this lab (CSV)')).toBeNull();
});
