import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createQueryClient, hydrateCache } from './api/api';
import { App } from './app';
import { collectRestoredInput, replayEarlyInput } from './early-input';
import { IncompletePage } from './layouts/incomplete-page';
import { readPreload } from './read-preload';
import { loadMatchedRoutes, Pages } from './routes';
import { registerServiceWorker } from './service-worker-registration';
import { Spinner } from './ui/messages/spinner';
import './styles/index.css';

/** Without a server in between, as with the development server. */
const localContext = () => ({
  origin: window.location.origin,
  today: new Date().toISOString().slice(0, 10),
});

async function start(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const isRendered = root.hasChildNodes();
  const preload = await readPreload().catch(() => null);
  if (preload === null) return keepAsRendered(root);
  await nextTask();
  const canLoad = canLoadPage();
  await nextTask();
  if (preload) hydrateCache(queryClient, preload);
  // Hydration needs the page's component at once: while it loaded, React would replace the page with a spinner.
  if (isRendered && !(await canLoad)) return keepAsRendered(root);
  await nextTask();
  const app = (
    <App queryClient={queryClient} context={preload ?? localContext()}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
      {isRendered && <EarlyInput />}
    </App>
  );
  if (!isRendered) {
    delete window.earlyInput;
    delete window.earlyClicks;
    const browserRoot = createRoot(root);
    browserRoot.render(<Spinner label="Loading the site" className="m-8 size-8" />);
    await canLoad;
    return browserRoot.render(app);
  }
  collectRestoredInput(root);
  startTransition(() => {
    hydrateRoot(root, app);
  });
}

/** Ends the task: on a slow phone, all steps in one would keep it from scrolling and from answering a tap. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

const canLoadPage = () =>
  loadMatchedRoutes(window.location).then(
    () => true,
    () => false,
  );

/**
 * A page whose component doesn't load stays as the server rendered it: it can be read, and links and forms work. Only a
 * visitor who uses something else, such as the theme toggle, needs to know.
 */
function keepAsRendered(root: HTMLElement): void {
  const notice = createRoot(document.body.appendChild(document.createElement('div')));
  const explain = () => notice.render(<IncompletePage />);
  if (window.earlyClicks?.length) explain();
  delete window.earlyInput;
  delete window.earlyClicks;
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button[type="button"], input:not(form input)')) explain();
  });
}

/** Its effect runs once the components around it are hydrated. */
function EarlyInput() {
  useEffect(() => void replayEarlyInput(), []);
  return null;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
void start(root);
if (import.meta.env.PROD) registerServiceWorker();
else void import('./styles/development-fonts.css');
