import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../src/server/configuration/configuration.ts';
import { hashToken } from '../../src/server/crypto/secrets.ts';
import { DEMO_CLIENTS } from '../../src/server/development/demo/clients.ts';
import { makeToken } from '../../src/testing/users/access-tokens.ts';
import { makeServiceKey } from '../../src/testing/users/administrators.ts';
import { isInstalled } from '../../src/testing/run/installed.ts';
import { testWith } from '../../src/testing/app/fixture.ts';
import { aClient } from '../../src/testing/oauth/clients.ts';
import { startDeviceFlow } from '../../src/testing/oauth/devices.ts';
import {
  authorizationPath,
  authorize,
  createPkce,
  redeem,
  type AuthorizedCode,
  type EndpointAnswer,
} from '../../src/testing/oauth/flows.ts';
import type { HttpAgent } from '../../src/testing/app/http-agent.ts';
import type { TestApp } from '../../src/testing/app/test-app.ts';
import { readDocuments } from './markdown.ts';

/** Runs every `sh` block with `curl`. Its answers must have the shape of the `json` block after it. */

const TOLD = 'localhost:3000';

const run = promisify(execFile);

async function readExamples() {
  const documents = (await readDocuments()).filter(({ file }) => /^(?:README\.md$|docs\/)/.test(file));
  const examples = documents.flatMap(({ file: document, text }) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```)?/gm)].map(
      ({ 1: commands = '', 2: promised, index }) => ({
        document,
        line: text.slice(0, index).split('\n').length,
        commands,
        promised: promised ?? null,
      }),
    ),
  );
  return examples.filter(({ commands }) => /\bcurl\b/.test(commands));
}

const EXAMPLES = await readExamples();
const CLIENT_SECRET = 'a secret of the service that the guide calls api';
const API = 'https://api.barley.example';
const it = testWith({
  configuration: {
    ...EMPTY_CONFIGURATION,
    clients: [
      ...DEMO_CLIENTS,
      aClient('api', {
        resources: [API],
        authentication: { kind: 'secret', hashes: [hashToken(CLIENT_SECRET)] },
      }),
    ],
  },
});

let agent: HttpAgent;
let token: string;
let serviceKey: string;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.com');
  ({ token } = await makeToken(app, agent));
  ({ key: serviceKey } = await makeServiceKey(app, ['users:read', 'events:read']));
});

/** A terminal shows the JSON values of several commands one after the other. */
function readAll(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += line;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {
      // The value continues in the next line.
    }
  }
  if (pending.trim() !== '') throw new Error(`this is not JSON: ${pending}`);
  return values;
}

/** The paths whose shape differs. `null` matches a single value. Codes must be equal. */
function unlike(told: unknown, answered: unknown, path = ''): string[] {
  const kinds = [told, answered].map((value) =>
    Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value,
  );
  const isSingle = kinds.every((kind) => kind !== 'list' && kind !== 'object');
  if (/\.(appCode|httpStatus)$/.test(path) && told !== answered)
    return [`${path}: ${String(told)}, ${String(answered)}`];
  if (isSingle && kinds.includes('null')) return [];
  if (kinds[0] !== kinds[1]) return [`${path}: ${kinds.join(', ')}`];
  if (Array.isArray(told) && Array.isArray(answered)) return unlike(told[0], answered[0], `${path}[]`);
  if (isSingle) return [];
  const [one, other] = [told, answered] as Record<string, unknown>[];
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].flatMap((name) => unlike(one?.[name], other?.[name], `${path}.${name}`));
}

const NATIVE = { client_id: 'demo-native', redirect_uri: 'http://127.0.0.1:8123/callback' };

async function nativeCode(app: TestApp): Promise<AuthorizedCode> {
  const pkce = createPkce();
  const path = authorizationPath(pkce, NATIVE);
  const request = path.slice(path.indexOf('?') + 1);
  const { url } = await app.client(agent).authorizations.approve.mutate({ request });
  return { ...pkce, code: new URL(url).searchParams.get('code') ?? '' };
}

async function tokensForApi(app: TestApp): Promise<EndpointAnswer> {
  const client = { client_id: 'demo-spa', redirect_uri: 'http://localhost/callback' };
  return redeem(app, await authorize(agent, { ...client, resource: API }), client);
}

/** The codes and tokens with which the guide about clients begins. */
async function oauthVariables(app: TestApp, commands: string): Promise<Record<string, string>> {
  const variables: Record<string, string> = { CLIENT_SECRET };
  if (commands.includes('$DEVICE_CODE')) {
    const started = await startDeviceFlow(app, { client_id: 'demo-television', scope: 'openid' });
    await app.client(agent).device.approve.mutate({ userCode: started.user_code });
    variables['DEVICE_CODE'] = started.device_code;
  }
  if (commands.includes('$CODE')) {
    const { code, verifier } = await nativeCode(app);
    Object.assign(variables, { CODE: code, VERIFIER: verifier });
  }
  if (/\$(?:ACCESS|REFRESH)_TOKEN/.test(commands)) {
    const tokens = await (commands.includes('introspect')
      ? tokensForApi(app)
      : redeem(app, await nativeCode(app), NATIVE));
    Object.assign(variables, { ACCESS_TOKEN: tokens.access_token, REFRESH_TOKEN: tokens.refresh_token });
  }
  return variables;
}

async function type(app: TestApp, commands: string): Promise<unknown[]> {
  const script = `curl() { command curl --max-time 20 -w '\\n' "$@"; }\n${commands.replaceAll(TOLD, new URL(app.origin).host)}`;
  const env = {
    PATH: process.env['PATH'],
    FOYER_TOKEN: token,
    FOYER_SERVICE_KEY: serviceKey,
    ...(await oauthVariables(app, commands)),
  };
  const { stdout } = await run('/bin/sh', ['-euc', script], { env });
  return readAll(stdout);
}

describe('the documents’ commands', () => {
  it('are there to be tried', () => {
    const documents = new Set(EXAMPLES.map(({ document }) => document));
    expect([...documents]).toEqual(expect.arrayContaining(['README.md', 'docs/access-tokens.md']));
  });

  it.skipIf(!isInstalled('curl')).for(EXAMPLES)(
    '$document, line $line',
    async ({ commands, promised }, { app }) => {
      const answers = await type(app, commands);
      expect(answers).toHaveLength(commands.match(/^curl\b/gm)?.length ?? 0);
      if (promised === null) {
        for (const answer of answers) expect(answer).not.toHaveProperty('error');
        return;
      }
      const told = readAll(promised);
      expect(told).toHaveLength(answers.length);
      for (const [index, one] of told.entries()) expect(unlike(one, answers[index])).toEqual([]);
    },
  );
});
