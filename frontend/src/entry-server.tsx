import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { createQueryClient, hydrateCache, type PagePreload } from './api/api';
import { App } from './app';
import { formCallOf } from './forms';
import { doseCallsOf } from './preloaded-dose';
import { loadMatchedRoutes, Pages } from './routes';
import { qrSvg } from './ui/sharing/qr-path';

/** Calls of a page beyond those in content/pages.json. */
export const callsOf = doseCallsOf;

export { formCallOf };

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
  return html.replaceAll(' data-discover="true"', '');
}
