import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runProgram } from './children.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const SHOWN: Record<string, string> = {
  '@auth/express': '@auth/express',
  'better-auth': 'Better Auth',
  express: 'Express',
};

async function readJson<T>(file: string): Promise<T | null> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}

async function wantedPeers(): Promise<Record<string, string>> {
  const manifest = await readJson<{ devDependencies: Record<string, string> }>('package.json');
  return manifest?.devDependencies ?? {};
}

/** Installs the peers when they are missing or have other versions than in `package.json`. */
export async function installPeers(say: (line: string) => void): Promise<void> {
  const peers = Object.entries(await wantedPeers());
  const present = await Promise.all(
    peers.map(async ([name, version]) => {
      const installed = await readJson<{ version: string }>(`node_modules/${name}/package.json`);
      return installed?.version === version;
    }),
  );
  if (present.every(Boolean)) return;
  say('installing the peers (once)');
  try {
    await runProgram('npm', ['ci', '--prefix', HERE, '--no-audit', '--no-fund']);
  } catch (cause) {
    throw new Error('The peers could not be installed. Try it by hand: npm ci --prefix bench', { cause });
  }
}

/** The peers' names and versions, for the report. */
export async function peerVersions(): Promise<Record<string, string>> {
  const peers = await wantedPeers();
  return Object.fromEntries(Object.entries(SHOWN).map(([name, shown]) => [shown, peers[name] ?? '?']));
}
