import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { settingFaultsOf } from '../../testing/run/refused-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-logo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const VARIABLE = 'OIDC_ACME_LOGO';
const read = (file: string) =>
  readSettings({
    AUTH_SECRET: 'given',
    OIDC_ACME_ISSUER: 'https://login.acme.example',
    OIDC_ACME_CLIENT_ID: 'client',
    [VARIABLE]: file,
  }).oidcProviders[0]?.logo;

async function readContent(content: string | Uint8Array) {
  const file = path.join(folder, 'logo');
  await writeFile(file, content);
  return read(file);
}

async function faultOf(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, 'logo');
  await writeFile(file, content);
  const [fault] = settingFaultsOf(() => read(file));
  return fault?.wrong ?? 'accepted';
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;

describe('OIDC_<ID>_LOGO', () => {
  it('accepts an SVG', async () => {
    const text = svg('<path d="M0 0h24v24H0z"/>');
    expect(await readContent(text)).toEqual({ type: 'image/svg+xml', content: Buffer.from(text) });
  });

  it('accepts a PNG', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    expect(await readContent(png)).toEqual({ type: 'image/png', content: png });
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'has an element <script>'],
    ['HTML', '<html></html>', 'has an element <html>'],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff]), 'is not plain, well-formed SVG'],
  ])('refuses %s', async (_what, content, wrong) => {
    expect(await faultOf(content)).toBe(`names a file that is no PNG and, as an SVG, ${wrong}`);
  });

  it('refuses 65 kB', async () => {
    expect(await faultOf(svg(' '.repeat(65_536)))).toBe('names a file of more than 64 kB');
  });

  it('refuses a file that does not exist, and names the variable and not the path', () => {
    const file = path.join(folder, 'missing.svg');
    expect(() => read(file)).toThrow(`${VARIABLE} names a file that cannot be read.`);
    expect(() => read(file)).not.toThrow(file);
  });
});
