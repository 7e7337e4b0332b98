import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { readTokenSheet } from '../src/server/brand/token-sheet.ts';

const TOKENS = fileURLToPath(new URL('../src/client/ui/theme/tokens.css', import.meta.url));
export const DEFAULT_TOKENS = fileURLToPath(
  new URL('../src/server/brand/default-tokens.ts', import.meta.url),
);

/** The tokens of the pages for the server, made from their style sheet: `npm run brand:tokens` writes it. */
export async function renderDefaultTokens(): Promise<string> {
  const { light, dark } = readTokenSheet(await readFile(TOKENS, 'utf8'));
  const linesOf = (tokens: ReadonlyMap<string, string>) =>
    [...tokens]
      .filter(([name]) => name.startsWith('--foyer-'))
      .map(([name, value]) => `${JSON.stringify(name.slice('--foyer-'.length))}: ${JSON.stringify(value)},`)
      .join('\n');
  const text = `/** Made from \`client/ui/theme/tokens.css\` by \`npm run brand:tokens\`: the values of all tokens, without \`--foyer-\`. */
export const LIGHT_TOKENS = {
${linesOf(light)}
} as const;

/** Those that differ in the dark scheme. */
export const DARK_TOKENS = {
${linesOf(dark)}
} as const;
`;
  return format(text, { ...(await resolveConfig(DEFAULT_TOKENS)), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(DEFAULT_TOKENS, await renderDefaultTokens());
