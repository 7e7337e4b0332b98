import { readFile, rename, stat, writeFile } from 'node:fs/promises';

/** Written after each batch, so that a killed import can continue. */
interface Checkpoint {
  readonly url: string;
  /** Size and time of the file. Another file starts from the beginning. */
  readonly source: string;
  /** The last line that was sent. */
  readonly line: number;
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
}

export async function sourceOf(file: string): Promise<{ readonly source: string; readonly size: number }> {
  const { size, mtimeMs } = await stat(file);
  return { source: `${size} bytes, ${mtimeMs}`, size };
}

export async function readCheckpoint(
  path: string,
  expected: Pick<Checkpoint, 'url' | 'source'>,
): Promise<Checkpoint | null> {
  try {
    const checkpoint = JSON.parse(await readFile(path, 'utf8')) as Checkpoint;
    return checkpoint.url === expected.url && checkpoint.source === expected.source ? checkpoint : null;
  } catch {
    return null;
  }
}

/** The rename is atomic, so no kill leaves half of the file. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(checkpoint));
  await rename(`${path}.new`, path);
}
