import { readFile } from 'node:fs/promises';
import { readTokenSheet } from '../src/server/brand/token-sheet.ts';

const PROJECT = new URL('../package.json', import.meta.url);

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(PROJECT, 'utf8')) as { version: string };
  return version;
}

/** A package's manifest with the version of the project: all packages are released together. */
export async function withVersion(manifest: string): Promise<string> {
  return manifest.replace(/(?<="version": ")[^"]*/, await readVersion());
}

/** src/shared/version.ts */
export async function renderVersion(): Promise<string> {
  return `/** Made from \`package.json\` by \`npm run generate\`. */
export const VERSION = ${JSON.stringify(await readVersion())};
`;
}

const TOKENS = new URL('../src/client/ui/theme/tokens.css', import.meta.url);

/** src/server/brand/default-tokens.ts: the style sheet's tokens, for the server. */
export async function renderDefaultTokens(): Promise<string> {
  const { light, dark } = readTokenSheet(await readFile(TOKENS, 'utf8'));
  const linesOf = (tokens: ReadonlyMap<string, string>) =>
    [...tokens]
      .filter(([name]) => name.startsWith('--foyer-'))
      .map(([name, value]) => `${JSON.stringify(name.slice('--foyer-'.length))}: ${JSON.stringify(value)},`)
      .join('\n');
  return `/** Made from \`client/ui/theme/tokens.css\` by \`npm run generate\`, without \`--foyer-\`. */
export const LIGHT_TOKENS = {
${linesOf(light)}
} as const;

/** Those that differ in the dark scheme. */
export const DARK_TOKENS = {
${linesOf(dark)}
} as const;
`;
}
