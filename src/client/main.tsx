import './theme/mantine.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { createQueryClient, createTrpcClient } from './trpc.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <App
      router={createAppRouter()}
      queryClient={createQueryClient()}
      trpcClient={createTrpcClient()}
      leave={(url) => location.assign(url)}
    />
  </StrictMode>,
);
