import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient, hydrateCache, readPreload } from './api/api';
import { App } from './app';
import { replayEarlyInput } from './early-input';
import { createRouter, loadMatchedRoutes } from './routes';
import { registerServiceWorker } from './service-worker-registration';
import './styles/index.css';

/** Without a server in between, as with the development server. */
const localContext = () => ({
  origin: window.location.origin,
  today: new Date().toISOString().slice(0, 10),
});

async function start(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const preload = readPreload();
  if (preload) hydrateCache(queryClient, preload);
  const isRendered = root.hasChildNodes();
  // Hydration needs the page's component at once: while it loaded, React would replace the page with a spinner.
  if (isRendered) await loadMatchedRoutes(window.location);
  const app = (
    <App queryClient={queryClient} context={preload ?? localContext()}>
      <RouterProvider router={createRouter(isRendered)} />
      {isRendered && <EarlyInput root={root} />}
    </App>
  );
  if (!isRendered) return createRoot(root).render(app);
  startTransition(() => {
    hydrateRoot(root, app);
  });
}

/** Its effect runs once the components around it are hydrated. */
function EarlyInput({ root }: { root: HTMLElement }) {
  useEffect(() => replayEarlyInput(root), [root]);
  return null;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
void start(root);
if (import.meta.env.PROD) registerServiceWorker();
else void import('./styles/development-fonts.css');
