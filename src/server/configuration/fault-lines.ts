import path from 'node:path';
import type { BuildFailure } from 'esbuild';
import { firstSourcePlace } from './compiled-places.ts';

/**
 * Finds the line of a fault by the keys of its path, each searched after the one before, outside comments.
 * A key that another module declares leaves the line of the key around it.
 */
export function lineOfPath(source: string, keys: readonly string[]): number {
  const code = withoutComments(source);
  let at = Math.max(code.search(/\bexport\s+default\b/), 0);
  // The default export may name something that is declared above it.
  if (!keys.every((key) => code.includes(key, at))) at = 0;
  for (const key of keys) {
    const name = key.replaceAll(/[^\w]/g, String.raw`\$&`);
    const found = code.slice(at).search(new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`));
    if (found !== -1) at += found;
  }
  return lineAt(code, at);
}

/** A sentence for each reason of a failed import: `foyer.config.ts:3: Unexpected "}"`. */
export function describeFailedImport(error: unknown, file: string): string[] {
  const name = path.basename(file);
  if (isBuildFailure(error)) {
    return error.errors.map(
      ({ text, location }) => `${location?.file ?? name}:${location?.line ?? 1}: ${text}`,
    );
  }
  const { message, stack = '' } =
    error instanceof Error ? error : { message: `It threw ${String(error)}`, stack: '' };
  const place = firstSourcePlace(stack);
  const where = place ? `${path.relative(path.dirname(file), place.file)}:${place.line}` : `${name}:1`;
  return [`${where}: ${message.split('\n')[0]}`];
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && 'warnings' in error;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Replaces comments by blanks, so that offsets stay. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*/g, (comment) => comment.replaceAll(/./g, ' '));
}
