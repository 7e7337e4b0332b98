import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeptText } from './memory-store.ts';

/** The clients that registered themselves at one demo provider, in a file for its owner alone: a restart forgets none of them. */
export function keptRegistrations(dataDir: string, id: string): KeptText {
  const file = path.join(dataDir, 'demo', `${id}.clients.json`);
  return {
    load() {
      try {
        return readFileSync(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    save(text) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      // Whole or not at all: a kill in between leaves the old one.
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
