import { fakeFoyer } from 'foyer-auth/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import config from '../../foyer.config';
import { Invoices } from './invoices';

test.each([
  { who: 'an accountant', roles: ['accountant'], isShown: true },
  { who: 'a person without the role', roles: [], isShown: false },
] as const)('$who sees the invoices: $isShown', async ({ roles, isShown }) => {
  const { client } = fakeFoyer({ config, session: { roles } });
  const session = await client.session.get.query();
  if (!session) throw new Error('nobody is signed in');
  expect(renderToStaticMarkup(<Invoices session={session} />).includes('Invoice 7')).toBe(isShown);
});
