import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { type PageContext, PageContextProvider } from './api/page-context';
import { Notifications } from './components/notifications';

interface AppProps {
  readonly queryClient: QueryClient;
  readonly context: PageContext;
  /** The router, which differs between server and browser. */
  readonly children: ReactNode;
}

export function App({ queryClient, context, children }: AppProps) {
  return (
    <StrictMode>
      <PageContextProvider value={context}>
        <QueryClientProvider client={queryClient}>
          {children}
          <Notifications />
        </QueryClientProvider>
      </PageContextProvider>
    </StrictMode>
  );
}
