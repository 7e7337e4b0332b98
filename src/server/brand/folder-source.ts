import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files of a brand, by their paths in its folder. */
export type FolderFiles = Readonly<Record<string, Buffer>>;

/** What a brand is read from: a folder of the disk, or the files of a draft. */
export interface FolderSource {
  /** The names in the folder, or in a folder inside; `null` when there is none, or it cannot be read. */
  readonly list: (folder: string) => readonly string[] | null;
  /** Throws when the file cannot be read. */
  readonly sizeOf: (file: string) => number;
  /** Throws when the file cannot be read. */
  readonly read: (file: string) => Buffer;
}

/** Leaves out names that begin with a dot: systems make `.DS_Store`, and `..data` of a mounted ConfigMap. */
export function diskFolder(top: string): FolderSource {
  return {
    list(folder) {
      try {
        return readdirSync(path.join(top, folder)).filter((name) => !name.startsWith('.'));
      } catch {
        return null;
      }
    },
    sizeOf: (file) => statSync(path.join(top, file)).size,
    read: (file) => readFileSync(path.join(top, file)),
  };
}

export function draftFolder(files: FolderFiles): FolderSource {
  const contentOf = (file: string) => {
    const content = files[file];
    if (!content) throw new Error('the draft has no such file');
    return content;
  };
  return {
    list: (folder) => [
      ...new Set(
        Object.keys(files)
          .filter((file) => folder === '' || file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder === '' ? 0 : folder.length + 1).replace(/\/.*$/, '')),
      ),
    ],
    sizeOf: (file) => contentOf(file).length,
    read: contentOf,
  };
}
