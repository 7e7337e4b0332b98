/** A complete application. It is text, because its registration would change this project's types. */
export const PEOPLE_APP: Readonly<Record<string, string>> = {
  'foyer.config.ts': `import { defineFoyer } from 'foyer-auth/config';

const config = defineFoyer({
  access: {
    permissions: ['invoice:read', 'people:manage'],
    roles: { accountant: ['invoice:read'], manager: ['people:manage'] },
  },
});
declare module 'foyer-auth/config' { interface Register { config: typeof config } }
export default config;
`,
  'server.ts': `import express from 'express';
import { createFoyerClient } from 'foyer-auth/client';
import { foyer, requirePermission } from 'foyer-auth/express';

const { PORT, FOYER_URL: url = '', FOYER_SERVICE_KEY: serviceKey = '' } = process.env;
const { users } = createFoyerClient({ url, serviceKey });
const app = express().use(foyer({ url }));
app.get('/api/names/:ids', requirePermission('people:manage'), async (req, res) => {
  const { people } = await users.getMany.query({ ids: String(req.params.ids).split(',') });
  res.json(people.map(({ name }) => name));
});
app.post('/api/suspend/:id', requirePermission('people:manage'), async (req, res) => {
  res.json(await users.suspend.mutate({ id: String(req.params.id), reason: 'Spam' }));
});
app.post('/api/accountants/:id', requirePermission('people:manage'), async (req, res) => {
  res.json(await users.setRoles.mutate({ id: String(req.params.id), roles: ['accountant'] }));
});
app.get('/api/invoices', requirePermission('invoice:read'), (_req, res) => void res.json(['Invoice 7']));
app.listen(Number(PORT));
`,
  'index.html': `<!doctype html>
<script type="module" src="/src/main.tsx"></script>
`,
  'src/main.tsx': `import { createFoyerClient, FoyerProvider, Protect, SignedIn, SignedOut } from 'foyer-auth/react';
import { createRoot } from 'react-dom/client';

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <FoyerProvider client={createFoyerClient()}>
    <SignedIn>{({ user }) => <h1>Hello {user.name}</h1>}</SignedIn>
    <SignedOut><h1>Please sign in</h1></SignedOut>
    <Protect permission="invoice:read" fallback={<p>No invoices</p>}><p>Your invoices</p></Protect>
  </FoyerProvider>,
);
`,
};
