import { AuthUIProvider, AuthView } from '@daveyplate/better-auth-ui';
import { magicLinkClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import './page.css';

const authClient = createAuthClient({ plugins: [magicLinkClient()] });

createRoot(document.body).render(
  <AuthUIProvider authClient={authClient} magicLink social={{ providers: ['github', 'google'] }}>
    <AuthView view="SIGN_IN" />
    <Toaster />
  </AuthUIProvider>,
);
