import { renderToString } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router';
import { createQueryClient, hydrateCache, type PagePreload } from './api/api';
import { App } from './app';
import { inputsOfLink, readDoseLink, requestOf } from './components/dosing/dose-inputs';
import { formCallOf } from './forms';
import { pathOf } from './pages';
import { loadMatchedRoutes, Pages } from './routes';
import { qrSvg } from './ui/sharing/qr-path';

export { formCallOf };

const CALCULATORS = [pathOf('doseCalculator'), pathOf('doseCalculatorEs')];

/**
 * Calls of a page beyond those in content/pages.json: only the calculator's form knows when a link is complete, and how it
 * becomes a request.
 * @param url path and query of any page
 */
export function callsOf(url: string) {
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  if (!CALCULATORS.some((path) => matchPath(path, pathname))) return [];
  const inputs = inputsOfLink(readDoseLink(searchParams));
  return inputs ? [{ operation: 'calculateDose', url: '/api/calculate-dose', payload: requestOf(inputs) }] : [];
}

/** A QR code as an SVG file. */
export const qrCode = qrSvg;

/**
 * The content of `#root` for one page. The browser hydrates it with the same preload.
 * @param url path and query
 * @throws Error when a component fails
 */
export async function renderPage(url: string, preload: PagePreload): Promise<string> {
  // Percent-encoded, as in the browser's location.
  const { pathname, search } = new URL(`http://localhost${url}`);
  const routes = await loadMatchedRoutes({ pathname });
  const queryClient = createQueryClient();
  hydrateCache(queryClient, preload);
  const html = renderToString(
    <App queryClient={queryClient} context={preload}>
      <StaticRouter location={pathname + search}>
        <Pages routes={routes} />
      </StaticRouter>
    </App>,
  );
  // The router's framework mode reads these marks. We don't use it.
  const ours = html.replaceAll(' data-discover="true"', '');
  // All attributes have double quotes, so an apostrophe needs no escape. Without one, a sentence is the same here and in the
  // preload, and costs nothing the second time that it is compressed.
  return ours.replaceAll('&#x27;', "'");
}
