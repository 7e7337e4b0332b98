import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** A smaller file fits into one packet without compression. */
const WORTHWHILE_BYTES = 1024;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Puts `name.br` and `name.gz` beside each file, at the highest level, because the files never change. */
export async function compressAssets(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      const content = await readFile(file);
      if (content.length < WORTHWHILE_BYTES) return;
      await Promise.all([
        toBrotli(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }).then((compressed) => writeFile(`${file}.br`, compressed)),
        toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((compressed) =>
          writeFile(`${file}.gz`, compressed),
        ),
      ]);
    }),
  );
}
