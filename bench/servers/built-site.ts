import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const YEAR_SECONDS = 31_536_000;

/**
 * Answers with the files that Vite built, as a good file server does: compressed in advance, and their names have
 * hashes, so browsers keep them. Every other path has the page, whose script knows the paths.
 */
export async function openBuiltSite(folder: string): Promise<RequestListener> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const file = path.join(entry.parentPath, entry.name);
          const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
          return [name, await compress(await readFile(file))] as const;
        }),
    ),
  );
  return (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const found = files.get(name);
    const body = found ?? files.get('/index.html');
    response.writeHead(200, {
      'content-type': TYPES[found ? path.extname(name) : '.html'] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': body?.length ?? 0,
      'cache-control': found ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    });
    response.end(body);
  };
}
