import { expect } from 'vitest';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { styleSourcesOf } from './content-hashes.ts';
import { writeToOutbox } from '../development/mails/outbox.ts';
import { securityHeaders } from './security-headers.ts';

const documents = await testDocuments();
const directory = folderOfFile();
const mailId = await writeToOutbox(directory, 'mail', {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<head></head><p style="color: red">Hello</p>',
});
const it = testWith({ settings: { dataDir: directory }, documents });

const policyOf = (headers: Readonly<Record<string, unknown>>) => String(headers['content-security-policy']);

const ADDRESSES = [
  '/',
  '/sign-in',
  '/confirm?token=t&email=e',
  '/error?error=AccessDenied',
  '/account',
  '/missing.png',
  '/healthz',
  '/auth/csrf',
  '/auth/signin',
  '/auth/nothing',
  '/auth/%E0',
  '/trpc/session.get',
  '/trpc/x',
  '/openapi.json',
  '/dev/outbox.json',
];

it.for(ADDRESSES)(
  'carries every security header and a request id: %s (security.md 22)',
  async (address, { app }) => {
    const { headers } = await rawRequest(app.origin, { path: address });
    for (const directive of ["script-src 'self';", "worker-src 'self';", "frame-ancestors 'none'"])
      expect(policyOf(headers)).toContain(directive);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  },
);

it.for([...ADDRESSES, 'a mail of the outbox', 'another host'])(
  'allows inline styles only by their hash, and no inline script: %s',
  async (address, { app }) => {
    const answer = await rawRequest(app.origin, {
      path: address.startsWith('/')
        ? address
        : address === 'another host'
          ? '/'
          : `/dev/outbox/messages/${mailId}`,
      headers: { accept: 'text/html', ...(address === 'another host' ? { host: 'other.test' } : {}) },
    });
    const policy = policyOf(answer.headers);
    expect(policy).toContain("default-src '");
    // The outbox shows the pictures of a mail by `data:`.
    const rest = address === 'a mail of the outbox' ? policy.replace('img-src data:;', '') : policy;
    expect(rest).not.toMatch(/unsafe-(inline|eval)|data:|blob:|\*/);
    if (!String(answer.headers['content-type']).startsWith('text/html')) return;
    for (const source of styleSourcesOf(answer.text)) expect(policy).toContain(source);
    // A data block is not executed.
    expect(answer.text).not.toMatch(/<script(?![^>]*\ssrc=|\stype="application\/json")/);
    // Style attributes need 'unsafe-hashes', which only mails have.
    if (!policy.includes("'unsafe-hashes'")) expect(answer.text).not.toMatch(/\sstyle=/);
  },
);

it.each([null, 'a-nonce'])(
  'has no unsafe-inline in the policy of pages with the nonce %j of Vite',
  (nonce) => {
    for (const origin of ['http://localhost:3000', 'https://accounts.example.com']) {
      expect(policyOf(securityHeaders({ origin, basePath: '' }, { nonce, styleSources: [] }))).not.toContain(
        'unsafe',
      );
    }
  },
);

it.each([
  ['', 'max-age=63072000; includeSubDomains', 'same-origin'],
  ['/id', 'max-age=63072000', 'strict-origin'],
])(
  'with the base path "%s", it says nothing about hosts and pages of the application',
  (basePath, transport, referrer) => {
    const headers = securityHeaders({ origin: 'https://example.com', basePath });
    expect(headers['strict-transport-security']).toBe(transport);
    expect(headers['referrer-policy']).toBe(referrer);
  },
);
