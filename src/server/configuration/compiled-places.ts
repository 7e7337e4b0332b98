import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledModule } from './compile.ts';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The compiled configurations by the name that V8 writes into stacks. */
const compiled = new Map<string, { readonly folder: string; readonly map: SourceMap }>();
const PLACE = /(file:\/\/[^\s()]+\?compiled):(\d+)(?::(\d+))?/g;

/** A `data:` URL, because the disk may be read-only. Node ignores its source map (`sourcePlace`). */
export function addressOf({ code, map }: CompiledModule, file: string): string {
  const name = `${pathToFileURL(file).href}?compiled`;
  const payload = JSON.parse(map) as SourceMapPayload;
  compiled.set(name, { folder: path.dirname(file), map: new SourceMap(payload) });
  return `data:text/javascript;charset=utf-8;base64,${Buffer.from(`${code}//# sourceURL=${name}\n`).toString('base64')}`;
}

/** The first place in the application's own files. */
export function firstSourcePlace(stack: string): Place | null {
  for (const match of stack.matchAll(PLACE)) {
    const place = sourcePlace(match);
    if (place) return place;
  }
  return null;
}

/** Replaces places in the compiled module by those in the application's own files. */
export function withSourcePlaces(stack: string): string {
  return stack.replaceAll(PLACE, (...match) => {
    const place = sourcePlace(match);
    return place ? `${pathToFileURL(place.file).href}:${place.line}:${place.column}` : String(match[0]);
  });
}

function sourcePlace([, name, line, column]: readonly unknown[]): Place | null {
  const module = compiled.get(String(name));
  const origin = module?.map.findOrigin(Number(line), Number(column ?? 1));
  if (!module || !origin || !('fileName' in origin)) return null;
  const { fileName, lineNumber, columnNumber } = origin;
  return { file: path.resolve(module.folder, fileName), line: lineNumber, column: columnNumber };
}
