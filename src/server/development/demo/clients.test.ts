import { expect, onTestFinished } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { createTestApp } from '../../../testing/app/test-app.ts';
import { checkClient } from '../../configuration/oauth/client-rules.ts';
import { DEMO_CLIENTS } from './clients.ts';

const it = testWith({ settings: { demo: true } });

it.each(DEMO_CLIENTS)('$id keeps the rules of clients', ({ authentication: _, ...client }) => {
  const report = () => expect.fail('a demo client has a fault');
  expect(checkClient(client, false, report)).toMatchObject(client);
});

it('adds its clients to the command line', ({ app }) => {
  const ids = ['foyer-cli', 'demo-spa', 'demo-native', 'demo-television'];
  expect([...app.deps.oauthClients.keys()]).toEqual(ids);
});

it('adds no clients where the demo is off', async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  expect([...app.deps.oauthClients.keys()]).toEqual(['foyer-cli']);
});
