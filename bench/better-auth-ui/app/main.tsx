/**
 * Better Auth UI's sign-in and account pages in one application, as its documents for Vite say. The application changes
 * between its pages without a page load, by the smallest router that can do it.
 */
import { AccountView, AuthUIProvider, AuthView, type LinkProperties } from '@daveyplate/better-auth-ui';
import { emailOTPClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import '../page.css';

const authClient = createAuthClient({ plugins: [emailOTPClient()] });

const open = (change: 'pushState' | 'replaceState') => (href: string) => {
  history[change](null, '', href);
  dispatchEvent(new PopStateEvent('popstate'));
};

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  return () => removeEventListener('popstate', onChange);
}

function PageLink({ href, className, children }: LinkProperties) {
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        event.preventDefault();
        open('pushState')(href);
      }}
    >
      {children}
    </a>
  );
}

function Application() {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  const [, area, view = ''] = path.split('/');
  return (
    <AuthUIProvider
      authClient={authClient}
      emailOTP
      genericOAuth={{
        providers: [{ provider: 'company', name: 'Company' }],
        // Since 1.7 Better Auth has one call for all providers, which this version of its UI does not know.
        signIn: ({ providerId, callbackURL }) =>
          authClient.signIn.social({ provider: providerId, callbackURL }),
      }}
      redirectTo="/account/settings"
      navigate={open('pushState')}
      replace={open('replaceState')}
      Link={PageLink}
    >
      {area === 'account' ? <AccountView path={view} /> : <AuthView path={view} />}
      <Toaster />
    </AuthUIProvider>
  );
}

createRoot(document.body).render(<Application />);
