import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkConfiguration, ConfigurationFaults } from './check-configuration.ts';
import { EMPTY_CONFIGURATION, type Configuration } from './configuration.ts';
import { describeFailedImport, lineOfPath } from './fault-lines.ts';
import { resolve, RUNS_TYPESCRIPT } from './resolve-hook.ts';

const FILES = ['foyer.config.ts', 'foyer.config.mjs', 'foyer.config.js'];

/** Why the server cannot start with this `foyer.config.ts`: each fault with file and line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(faults: readonly string[], cause?: unknown) {
    const count = faults.length === 1 ? 'has a fault' : `has ${faults.length} faults`;
    const lines = faults.map((fault) => `  ${fault}`);
    super(
      [
        `Foyer cannot start: its configuration ${count}.`,
        ...lines,
        'docs/configuration.md explains it.',
      ].join('\n'),
      { cause },
    );
  }
}

/**
 * Loads `foyer.config.ts` (or `.mjs`, `.js`) of this folder. Without a file, nothing is declared.
 *
 * @throws {ConfigurationError} with all faults, each with file and line.
 */
export async function loadConfiguration(folder: string): Promise<Configuration> {
  const [name, other] = FILES.filter((each) => existsSync(path.join(folder, each)));
  if (name === undefined) return EMPTY_CONFIGURATION;
  if (other !== undefined)
    throw new ConfigurationError([`${name} and ${other} are both there. Keep one of them.`]);
  const file = path.resolve(folder, name);
  const source = await readFile(file, 'utf8');
  let declared: unknown;
  try {
    declared = await importDefault(pathToFileURL(file).href);
  } catch (error) {
    throw new ConfigurationError([describeFailedImport(error, file, source)], error);
  }
  try {
    return checkConfiguration(declared);
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error;
    const faults = error.faults.map(({ path: keys, message }) => {
      const subject = keys.length === 0 ? '' : `${keys.join('.')} `;
      return `${name}:${lineOfPath(source, keys)}: ${subject}${message}`;
    });
    throw new ConfigurationError(faults, error);
  }
}

/** Node 22.18 and later run TypeScript themselves. For older versions tsx does. */
async function importDefault(url: string): Promise<unknown> {
  installResolveHook();
  const { default: declared } = (await (url.endsWith('.ts') && !RUNS_TYPESCRIPT
    ? (await import('tsx/esm/api')).tsImport(url, import.meta.url)
    : import(url))) as { readonly default?: unknown };
  return declared;
}

/** `@types/node` describes the oldest version that Foyer runs on, which does not have it. */
interface NewerNode {
  readonly registerHooks?: (hooks: { readonly resolve: typeof resolve }) => void;
}

let isHookInstalled = false;

function installResolveHook(): void {
  if (isHookInstalled) return;
  isHookInstalled = true;
  const { registerHooks } = nodeModule as NewerNode;
  if (registerHooks) registerHooks({ resolve });
  else nodeModule.register(import.meta.url.replace('load-configuration', 'resolve-hook'));
}
