import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

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

/** The fault of a logo file with this content. */
async function faultOf(content: string | Uint8Array): Promise<string> {
  try {
    await readContent(content);
  } catch (error) {
    if (error instanceof SettingsError && error.faults.length === 1) return error.faults[0]?.wrong ?? '';
    throw error;
  }
  throw new Error('this logo was accepted');
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;

describe('OIDC_<ID>_LOGO', () => {
  it.each([
    ['a plain SVG', svg('<path d="M0 0h24v24H0z"/>')],
    [
      'an SVG after a declaration and comments',
      `<?xml version="1.0"?>\n<!-- one --> <!-- two -->\n${svg('')}\n`,
    ],
    ['a link inside the file', svg('<defs><path id="a" d="M0 0h9v9z"/></defs><use href="#a"/>')],
    ['a gradient', svg('<rect fill="url(#g)" width="9" height="9"/>')],
    ['an embedded picture', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ])('accepts %s', async (_what, text) => {
    expect(await readContent(text)).toEqual({ type: 'image/svg+xml', content: Buffer.from(text) });
  });

  it('accepts a PNG', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    expect(await readContent(png)).toEqual({ type: 'image/png', content: png });
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'names an SVG file that has a script'],
    ['a script of another prefix', svg('<s:script href="#x"/>'), 'names an SVG file that has a script'],
    ['an event handler', svg('<path onload="alert(1)"/>'), 'names an SVG file that has an event handler'],
    [
      'an animated handler',
      svg('<set attributeName="onclick" to="alert(1)"/>'),
      'names an SVG file that animates a link or an event handler',
    ],
    ['HTML', svg('<foreignObject><p>x</p></foreignObject>'), 'names an SVG file that has a foreign object'],
    ['a link', svg('<a xlink:href="https://evil.example">x</a>'), 'names an SVG file that has a link'],
    ['a script link', svg('<a href="&#106;avascript:alert(1)">x</a>'), 'names an SVG file that has a link'],
    ['a remote picture', svg('<image href="//evil.example/x.png"/>'), 'names an SVG file that has a link'],
    [
      'a remote style',
      svg('<style>@import "https://evil.example";</style>'),
      'names an SVG file that loads another file',
    ],
    [
      'a remote fill',
      svg('<rect fill="url(https://evil.example#g)"/>'),
      'names an SVG file that loads another file',
    ],
    [
      'an entity',
      `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`,
      'names a file that is neither SVG nor PNG',
    ],
    ['HTML alone', '<html></html>', 'names a file that is neither SVG nor PNG'],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff]), 'names a file that is neither SVG nor PNG'],
    ['65 kB', svg(' '.repeat(65_536)), 'names a file of more than 64 kB'],
  ])('refuses %s', async (_what, content, wrong) => {
    expect(await faultOf(content)).toBe(wrong);
  });

  it('refuses a file that does not exist, and names the variable and not the path', () => {
    const file = path.join(folder, 'missing.svg');
    expect(() => read(file)).toThrow(`${VARIABLE} names a file that cannot be read.`);
    expect(() => read(file)).not.toThrow(file);
  });
});
