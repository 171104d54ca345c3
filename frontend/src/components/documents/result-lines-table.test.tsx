import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { ReadRowDto } from '../../api/generated/types.gen';
import { confirmedLines, offeredLines } from './result-lines';
import { ResultLines } from './result-lines-table';

afterEach(cleanup);

const PAGES = [1, 2].map((number) => ({ number, width: 612, height: 792 }));

const aRow = (name: string, differing: Partial<ReadRowDto> = {}): ReadRowDto => ({
  panel: 'heavyMetals',
  name,
  valueText: 'ND',
  value: null,
  unit: 'µg/g',
  lod: 0.02,
  loq: 0.05,
  limit: 0.5,
  method: 'ICP-MS',
  box: { page: 1, x: 50, y: 100, width: 500, height: 10 },
  ...differing,
});

let sent: ReturnType<typeof confirmedLines>;

function Form({ rows, earlier = 0 }: { rows: readonly ReadRowDto[]; earlier?: number }) {
  const [lines, setLines] = useState(() => offeredLines(rows));
  sent = confirmedLines(lines);
  return (
    <ResultLines lines={lines} onChange={setLines} pages={PAGES} srcOf={(page) => `/${page}.png`} earlier={earlier} />
  );
}

const below = (y: number, page = 1) => ({ box: { page, x: 50, y, width: 500, height: 10 } });
const ROWS = [aRow('Lead'), aRow('Arsenic', below(120)), aRow('Cadmium', below(140)), aRow('Mold', below(80, 2))];

/** jsdom does not open details. */
function openPage(number: number) {
  const details = screen.getByText(new RegExp(`^Page ${number}: `)).closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return details;
}

const boxOf = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^Confirm ${name} `) });
const names = () => sent.map(({ name }) => name);

it('loads no picture before its page is opened, and then shows one beside each line', () => {
  render(<Form rows={[...ROWS, aRow('Lead', { valueText: '0', unit: 'ppm' })]} />);
  expect(screen.queryByRole('img')).toBeNull();
  openPage(1);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'Page 1 of the PDF: Lead',
    'Page 1 of the PDF: Arsenic',
    'Page 1 of the PDF: Cadmium',
    'Page 1 of the PDF: Lead',
  ]);
});

it('has one picture for a printed line with several units', () => {
  render(<Form rows={[aRow('THC', { unit: 'mg/g' }), aRow('THC', { unit: '%' })]} />);
  openPage(1);
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
});

it('sends nothing that was not confirmed', () => {
  render(<Form rows={ROWS} />);
  openPage(1);
  expect(sent).toEqual([]);
  fireEvent.click(boxOf('Arsenic'));
  expect(sent).toEqual([expect.objectContaining({ name: 'Arsenic', valueText: 'ND', value: null })]);
  expect(sent[0]).not.toHaveProperty('box');
  expect(screen.getByRole('status').textContent).toBe('1 of 4 confirmed');
  fireEvent.click(boxOf('Arsenic'));
  expect(sent).toEqual([]);
});

it('moves between the checkboxes by arrow keys', () => {
  render(<Form rows={ROWS} />);
  openPage(1);
  boxOf('Lead').focus();
  fireEvent.keyDown(boxOf('Lead'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(boxOf('Arsenic'));
  fireEvent.keyDown(boxOf('Arsenic'), { key: 'ArrowUp' });
  fireEvent.keyDown(boxOf('Lead'), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(boxOf('Lead'));
});

it('confirms the other lines of one page together, and none of another page', () => {
  render(<Form rows={ROWS} />);
  const page = openPage(1);
  fireEvent.click(boxOf('Lead'));
  fireEvent.click(screen.getByRole('button', { name: 'Confirm the other 2 lines of page 1' }));
  expect(names()).toEqual(['Lead', 'Arsenic', 'Cadmium']);
  expect(document.activeElement).toBe(page.querySelector('summary'));
});

describe('a correction', () => {
  const edit = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Correct ${name}`) }));
  const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save and confirm this line' }));

  it('confirms the line, and a number stands only for a printed number', () => {
    render(<Form rows={ROWS} />);
    openPage(1);
    edit('Lead');
    enter('Result as printed', '0.021');
    enter('LOQ', '');
    fireEvent.change(screen.getByLabelText('Panel'), { target: { value: 'other' } });
    save();
    expect(sent).toEqual([
      expect.objectContaining({ name: 'Lead', panel: 'other', valueText: '0.021', value: 0.021, loq: null, lod: 0.02 }),
    ]);
    expect(document.activeElement?.textContent).toMatch(/^Correct Lead/);
    edit('Lead');
    enter('Result as printed', '<0.05');
    save();
    expect(sent).toEqual([expect.objectContaining({ valueText: '<0.05', value: null })]);
  });

  it('is not taken with a limit that is no number, or without a result', () => {
    render(<Form rows={ROWS} />);
    openPage(1);
    edit('Lead');
    enter('Result as printed', ' ');
    enter('Limit', '0,5');
    // Enter does not send the form around it.
    expect(fireEvent.keyDown(screen.getByLabelText('Limit'), { key: 'Enter' })).toBe(false);
    const group = within(screen.getByRole('group', { name: /^Correct Lead/ }));
    expect(group.getByText('Enter the result as it is printed, such as ND')).toBeTruthy();
    expect(group.getByText('Enter a number such as 0.05, or leave it empty')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(group.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('group', { name: /^Correct/ })).toBeNull();
  });
});

it('says what becomes of the lines that were sent before', () => {
  render(<Form rows={ROWS} earlier={12} />);
  openPage(1);
  expect(screen.getByText(/The 12 lines sent before will stay/)).toBeTruthy();
  fireEvent.click(boxOf('Lead'));
  expect(screen.getByText(/will be replaced by those that you confirm here/)).toBeTruthy();
});

it.each<[string, Partial<ReadRowDto>]>([
  ['a name', { name: 'x'.repeat(201) }],
  ['a negative number', { value: -1, valueText: '-1' }],
  ['an empty result', { valueText: ' ' }],
])('does not offer a line with %s that the registry would not take', (_, differing) => {
  expect(offeredLines([aRow('Lead', differing), aRow('Arsenic')]).map(({ name }) => name)).toEqual(['Arsenic']);
});
