import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient, hydrateCache } from './api/api';
import { Notifications } from './components/notifications';
import { createRouter } from './routes';
import { registerServiceWorker } from './service-worker-registration';
import './styles/index.css';

const queryClient = createQueryClient();
hydrateCache(queryClient);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
      <Notifications />
    </QueryClientProvider>
  </StrictMode>,
);
if (import.meta.env.PROD) registerServiceWorker();
