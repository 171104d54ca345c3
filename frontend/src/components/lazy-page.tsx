import {
  Component,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react';
import { Outlet, type RouteObject, useLocation } from 'react-router';
import { NotLoaded } from '../ui/messages/not-loaded';
import { firstUse } from './first-use';

export interface PageModule<Props = unknown> {
  readonly Component: ComponentType<Props & { path: string }>;
  /**
   * Loads what the component needs besides its code.
   * @param path the page's, as in content/pages.json: one component shows all texts for labs
   */
  readonly load?: (path: string) => Promise<void>;
}

interface LazyPage<Props> {
  readonly Component: ComponentType<Props>;
  /** Loads the page's code and what it needs; its component then renders without waiting. */
  readonly load: () => Promise<void>;
}

/** What did not load. It is tried again after the visitor has moved on, not by each render. */
const failed = new Set<() => void>();

/** Loads when first asked to, and again only after it failed. */
export function loadedOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      failed.add(() => {
        loading = undefined;
      });
      throw error;
    });
    return loading;
  };
}

/**
 * A page, or a part of one, whose code is loaded when it is first shown. While a page loads, the transition keeps the
 * previous page.
 */
export function lazyPage<Props extends object = object>(
  importPage: () => Promise<PageModule<Props>>,
  path = '',
): LazyPage<Props> {
  let Loaded: PageModule<Props>['Component'] | undefined;
  const load = loadedOnce(async () => {
    const module = await importPage();
    await module.load?.(path);
    Loaded = module.Component;
  });
  function Page(props: Props) {
    if (!Loaded) use(load());
    return Loaded && <Loaded {...props} path={path} />;
  }
  return { Component: Page, load };
}

/**
 * A part of a page below the first screen: its code is not in the first view. If it does not load, what the server rendered
 * stays.
 * @param isPage whether it is the whole page: then its code is loaded at once
 */
export function laterPart<Props extends object>(
  importPart: () => Promise<PageModule<Props>>,
  isPage = false,
): LazyPage<Props> {
  const Part = lazyPage(() =>
    (isPage ? importPart() : firstUse.then(importPart)).catch(() => new Promise<never>(() => {})),
  );
  /** Where the server rendered nothing, or the page changed before the visitor did something. */
  function NotRendered(props: Props) {
    const [loaded, setLoaded] = useState<PageModule<Props> | { readonly error: unknown }>();
    useEffect(() => void importPart().then(setLoaded, (error) => setLoaded({ error })), []);
    if (!loaded) return null;
    if (!('error' in loaded)) return <loaded.Component {...props} path="" />;
    if (isPage) throw loaded.error;
    return <NotLoaded />;
  }
  const Later = (props: Props) => (
    <Suspense fallback={<NotRendered {...props} />}>
      <Part.Component {...props} />
    </Suspense>
  );
  return { Component: Later, load: Part.load };
}

interface PageBoundaryProps {
  /** Another page: clears the error of the previous page. */
  readonly pathname: string;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly pathname: string;
  readonly failure?: { readonly error: unknown };
}

/** Shows a page that failed, or whose code did not load, as an error until the visitor opens another one. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ pathname }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return pathname === state.pathname ? null : { pathname };
  }

  override componentDidCatch(_error: unknown, _info: ErrorInfo) {
    for (const forget of failed) forget();
    failed.clear();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}

/** Shows the error of a page below it. */
export function Guarded({ Fallback }: { Fallback: ComponentType<{ error: unknown }> }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary pathname={pathname} fallback={(error) => <Fallback error={error} />}>
      <Outlet />
    </PageBoundary>
  );
}

/** The part of a route that shows a lazy page. */
export function lazyRoute(importPage: () => Promise<PageModule>, path?: string) {
  const { Component, load } = lazyPage(importPage, path);
  return { Component, handle: { load } };
}

/** Loads the components of routes, so that they render without waiting. */
export async function loadRoutes(routes: readonly RouteObject[]): Promise<void> {
  await Promise.all(routes.map(({ handle }) => handle?.load()));
}

export const NOT_FOUND: RouteObject = {
  path: '*',
  ...lazyRoute(async () => ({ Component: (await import('./not-found')).NotFound })),
};
