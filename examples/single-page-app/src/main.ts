import { createBrowserClient, OAuthError } from 'foyer-auth/browser';

/** Defined in `vite.config.ts`. */
declare const FOYER_URL: string;
declare const API_URL: string;

const client = createBrowserClient({
  issuer: FOYER_URL,
  clientId: 'shop',
  redirectUri: `${location.origin}/callback`,
  resource: API_URL,
});

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
};

function show(): void {
  const { claims } = client;
  element('greeting').textContent = claims
    ? `Hello ${claims.name ?? claims.email}`
    : 'Hello, whoever you are';
  element('signed-in').hidden = claims === null;
  element('signed-out').hidden = claims !== null;
  if (!claims) element('invoices').textContent = '';
}

/** Runs the action of a button and shows its error. */
async function run(task: () => Promise<unknown>): Promise<void> {
  element('error').textContent = '';
  try {
    await task();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    // A failed sign-in also returns to where it began.
    if (error.returnTo !== undefined) history.replaceState(null, '', error.returnTo);
    element('error').textContent = error.reason ? `${error.message} (${error.reason})` : error.message;
  }
}

/** The API decides, because everything in a browser can be changed there. */
async function showInvoices(): Promise<void> {
  const answer = await client.fetch(`${API_URL}/invoices`);
  if (answer.ok) element('invoices').textContent = ((await answer.json()) as string[]).join(', ');
  else if (answer.status === 403) element('invoices').textContent = 'Only accountants see the invoices.';
  else throw new Error(`the API answered ${answer.status}`);
}

const onClick = (id: string, task: () => Promise<unknown>) =>
  element(id).addEventListener('click', () => void run(task));
onClick('sign-in', () => client.signIn());
onClick('sign-out', () => client.signOut());
onClick('show-invoices', showInvoices);

client.subscribe(show);
await run(async () => {
  const returnTo = await client.handleRedirect();
  if (returnTo !== null) history.replaceState(null, '', returnTo);
  await client.restore();
});
show();
if (client.claims && location.pathname === '/invoices') await run(showInvoices);
