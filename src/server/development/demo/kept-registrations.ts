import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DamagedFileError, readIfThere } from '../../process/kept-file.ts';
import { makeFolder } from '../../process/make-folder.ts';
import type { KeptText } from './memory-store.ts';

/** Lets the clients that registered themselves at one demo provider survive a restart. */
export function keptRegistrations(dataDir: string, id: string): KeptText {
  const file = path.join(dataDir, 'demo', `${id}.clients.json`);
  return {
    load() {
      const text = readIfThere(file);
      if (text !== null && !isList(text)) {
        throw new DamagedFileError(
          `${file} is damaged. Delete it; who registered at this demo provider does so again.`,
        );
      }
      return text;
    },
    save(text) {
      makeFolder(path.dirname(file));
      // A new file is renamed, so that a kill leaves the old one.
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
