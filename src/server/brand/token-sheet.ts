import type { Scheme, TokenOverrides } from './tokens.ts';

interface TokenSheet {
  readonly light: ReadonlyMap<string, string>;
  readonly dark: ReadonlyMap<string, string>;
}

export class TokenSheetError extends Error {
  override readonly name = 'TokenSheetError';
}

const COMMENT = /\/\*[^]*?\*\//g;
const BLOCK =
  /\s*(?::root\s*\{(?<light>[^{}]*)\}|@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*\{\s*:root\s*\{(?<dark>[^{}]*)\}\s*\}|(?<end>$))/y;

/**
 * Reads `:root { … }` and `@media (prefers-color-scheme: dark) { :root { … } }`; other rules are refused.
 * @throws {TokenSheetError} with the end of a sentence that begins with the file.
 */
export function readTokenSheet(css: string): TokenSheet {
  const text = css.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const sheet = { light: new Map<string, string>(), dark: new Map<string, string>() };
  BLOCK.lastIndex = 0;
  for (let at = 0; ; at = BLOCK.lastIndex) {
    const found = BLOCK.exec(text);
    if (!found) {
      const line = text.slice(0, at).split('\n').length;
      const wrong =
        'has something else than :root { … } and @media (prefers-color-scheme: dark) { :root { … } }';
      throw new TokenSheetError(`${wrong}, after line ${line}`);
    }
    const { light, dark, end } = found.groups ?? {};
    if (end !== undefined) return sheet;
    takeDeclarations(light ?? dark ?? '', light === undefined ? sheet.dark : sheet.light);
  }
}

function takeDeclarations(block: string, properties: Map<string, string>): void {
  for (const declaration of block.split(';')) {
    const text = declaration.trim().replaceAll(/\s+/g, ' ');
    if (text === '') continue;
    const [, name, value] = /^([a-z0-9-]+) ?: ?(.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new TokenSheetError('may only have declarations like --foyer-accent: #123456;');
    if (properties.has(name)) throw new TokenSheetError(`sets ${name} twice for one scheme`);
    properties.set(name, value);
  }
}

/** Writes what `readTokenSheet` reads. Empty without tokens. */
export function writeTokenSheet(tokens: TokenOverrides): string {
  const declare = (scheme: Scheme, indent: string) =>
    Object.entries(tokens[scheme])
      .map(([name, value]) => `${indent}--foyer-${name}: ${value};\n`)
      .join('');
  const light = declare('light', '  ');
  const dark = declare('dark', '    ');
  return [
    ...(light === '' ? [] : [`:root {\n${light}}\n`]),
    ...(dark === '' ? [] : [`@media (prefers-color-scheme: dark) {\n  :root {\n${dark}  }\n}\n`]),
  ].join('\n');
}

/** Whether both declare the same values in the same order. */
export function isSameSheet(one: string, other: string): boolean {
  const [first, second] = [one, other].map((css) => {
    const { light, dark } = readTokenSheet(css);
    return JSON.stringify([[...light], [...dark]]);
  });
  return first === second;
}
