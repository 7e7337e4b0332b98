import type { AddressInfo } from 'node:net';
import express from 'express';
import { fakeFoyer, type FakeFoyerOptions } from 'foyer-auth/testing';
import { expect, test } from 'vitest';
import config from './foyer.config.js';
import { invoicesPage } from './invoices.js';

/** The answer to a person, whom `foyer()` would read from the request. */
async function answerTo(options: FakeFoyerOptions) {
  const { client } = fakeFoyer({ config, ...options });
  const session = await client.session.get.query();
  const app = express();
  app.use((req, _res, next) => {
    req.foyer = { client, session };
    next();
  });
  app.get('/invoices', invoicesPage('http://localhost:3000/sign-in'));
  const server = app.listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://localhost:${port}/invoices`, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  } finally {
    server.close();
  }
}

test('an accountant sees the invoices', async () => {
  const { status, text } = await answerTo({ session: { roles: ['accountant'] } });
  expect(status).toBe(200);
  expect(text).toContain('Invoice 7');
});

test('a person without the role gets 403', async () => {
  const { status, text } = await answerTo({ session: {} });
  expect(status).toBe(403);
  expect(text).not.toContain('Invoice 7');
});

test('somebody who is signed out is sent to sign in', async () => {
  expect(await answerTo({ session: null })).toMatchObject({
    status: 303,
    location: 'http://localhost:3000/sign-in',
  });
});
