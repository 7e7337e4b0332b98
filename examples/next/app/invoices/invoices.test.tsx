import { fakeFoyer, type SessionParts } from 'foyer-auth/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import config from '../../foyer.config';
import { Invoices } from './invoices';

/** The HTML for a person who is signed in. */
async function htmlFor(person: SessionParts): Promise<string> {
  const { client } = fakeFoyer({ config, session: person });
  const session = await client.session.get.query();
  if (!session) throw new Error('nobody is signed in');
  return renderToStaticMarkup(<Invoices session={session} />);
}

test('an accountant sees the invoices', async () => {
  expect(await htmlFor({ roles: ['accountant'] })).toContain('Invoice 7');
});

test('a person without the role does not', async () => {
  expect(await htmlFor({})).not.toContain('Invoice 7');
});
