import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this server's own modules. */
const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const PLACE = /(?:file:\/\/)?(\/[^\s:?()]+\.[cm]?[jt]s)(?:\?[^\s:]*)?:(\d+)/g;

/**
 * The line of a fault in what the application declares: the keys of its path, each searched after the one before. Comments do not count. A key that is
 * nowhere, because another module declares it, leaves the line of the key around it.
 */
export function lineOfPath(source: string, keys: readonly string[]): number {
  const code = withoutComments(source);
  let at = Math.max(code.search(/\bexport\s+default\b/), 0);
  // What the default export names may be declared above it.
  if (!keys.every((key) => code.includes(key, at))) at = 0;
  for (const key of keys) {
    const name = key.replaceAll(/[^\w]/g, String.raw`\$&`);
    const found = code.slice(at).search(new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`));
    if (found !== -1) at += found;
  }
  return lineAt(code, at);
}

/** A sentence for a configuration that Node could not import: `foyer.config.ts:3: Unexpected "}"`. */
export function describeFailedImport(error: unknown, file: string, source: string): string {
  const { message, stack = '' } =
    error instanceof Error ? error : { message: `It threw ${String(error)}`, stack: '' };
  const folder = path.dirname(file);
  const syntaxFault = file.endsWith('.ts') ? null : checkSyntax(source);
  if (syntaxFault !== null) return `${path.basename(file)}:${syntaxFault}`;
  const place = placeIn(`${message}\n${stack}`, folder);
  const reason = reasonOf(message);
  return place
    ? `${path.relative(folder, place.file)}:${place.line}: ${reason}`
    : `${path.basename(file)}:${lineOfImport(source, message)}: ${reason}`;
}

/** The first place that is the application's. */
function placeIn(text: string, folder: string): { readonly file: string; readonly line: string } | null {
  for (const [, file = '', line = ''] of text.matchAll(PLACE)) {
    const isApplication = file.startsWith(`${folder}${path.sep}`) && !file.includes('/node_modules/');
    if (isApplication && !file.startsWith(SERVER)) return { file, line };
  }
  return null;
}

/** Line and reason of a fault of syntax in a module of JavaScript; `null` when there is none. The error of `import` does not tell the line. */
function checkSyntax(source: string): string | null {
  const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module'], {
    input: source,
    encoding: 'utf8',
  });
  const line = /^\[stdin\]:(\d+)/m.exec(stderr)?.[1];
  const reason = /^SyntaxError: (.+)$/m.exec(stderr)?.[1];
  return line === undefined || reason === undefined ? null : `${line}: ${reason}`;
}

/** esbuild, which tsx uses, writes a headline and the place before the reason. */
function reasonOf(message: string): string {
  const [headline = '', first] = message.split('\n');
  return headline.startsWith('Transform failed') && first !== undefined
    ? first.replace(/^.*?: ERROR: /, '')
    : headline;
}

/** The line that imports what Node did not find; the first line when it is another fault. */
function lineOfImport(source: string, message: string): number {
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? '';
  const at = name === '' ? -1 : source.indexOf(path.basename(name));
  return lineAt(source, Math.max(at, 0));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The same text with blanks for comments. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*/g, (comment) => comment.replaceAll(/./g, ' '));
}
