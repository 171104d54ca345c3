import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { client } from '../../api/generated/client.gen';
import type { SearchResultsDto } from '../../api/generated/types.gen';
import { SearchSuggestions } from './search-suggestions';

afterEach(cleanup);

const FOUND: SearchResultsDto = {
  groups: [
    {
      kind: 'analyte',
      hits: [{ kind: 'analyte', title: 'Cadmium', text: 'A heavy metal', path: '/analytes#cadmium', warning: null }],
      morePath: null,
    },
  ],
  spelling: null,
};

/** Types the rest after the list has rendered and before it listens. */
function TypedMeanwhile({ field, text }: { field: HTMLInputElement; text: string }) {
  useLayoutEffect(() => {
    field.value = text;
  }, [field, text]);
  return <SearchSuggestions field={field} />;
}

it('suggests what was typed while the list loaded, to the last letter', async () => {
  const asked: string[] = [];
  const fetch = async (request: RequestInfo | URL) => {
    asked.push(new URL((request as Request).url).searchParams.get('q') ?? '');
    return Response.json(FOUND);
  };
  client.setConfig({ baseUrl: 'http://localhost', fetch });
  const field = document.createElement('input');
  field.value = 'c';
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TypedMeanwhile field={field} text="cadmium" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('option', { name: /^Cadmium/ })).toBeDefined();
  expect(asked).toEqual(['cadmium']);
});
