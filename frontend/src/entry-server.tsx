import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { createQueryClient, hydrateCache, type PagePreload } from './api/api';
import { App } from './app';
import { formCallOf } from './forms';
import { doseCallsOf } from './preloaded-dose';
import { createRoutes } from './routes';
import { qrSvg } from './ui/qr-path';

const handler = createStaticHandler(createRoutes());

/** Calls of a page beyond those in content/pages.json. */
export const callsOf = doseCallsOf;

export { formCallOf };

/** A QR code as an SVG file. */
export const qrCode = qrSvg;

/**
 * The content of `#root` for one page. The browser hydrates it with the same preload.
 * @param url path and query
 * @throws Error when a component fails, or where a page would redirect
 */
export async function renderPage(url: string, preload: PagePreload): Promise<string> {
  const context = await handler.query(new Request(`http://localhost${url}`));
  if (context instanceof Response) throw new Error(`${url}: answered with ${context.status}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const queryClient = createQueryClient();
  hydrateCache(queryClient, preload);
  return renderToString(
    <App queryClient={queryClient} context={preload}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
}
