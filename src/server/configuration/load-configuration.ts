import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkConfiguration, ConfigurationFaults } from './check-configuration.ts';
import { compile } from './compile.ts';
import { addressOf } from './compiled-places.ts';
import { EMPTY_CONFIGURATION, type Configuration } from './configuration.ts';
import { describeFailedImport, lineOfPath } from './fault-lines.ts';

const FILES = ['foyer.config.ts', 'foyer.config.mjs', 'foyer.config.js'];

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
 * Loads `foyer.config.ts` (or `.mjs`, `.js`) of a folder. Without a file, nothing is declared.
 * @throws {ConfigurationError} with all faults, each with file and line.
 */
export async function loadConfiguration(
  folder: string,
  options: { readonly production: boolean },
): Promise<Configuration> {
  const [name, other] = FILES.filter((each) => existsSync(path.join(folder, each)));
  if (name === undefined) return EMPTY_CONFIGURATION;
  if (other !== undefined)
    throw new ConfigurationError([`${name} and ${other} are both there. Keep one of them.`]);
  const file = path.resolve(folder, name);
  const source = await readFile(file, 'utf8');
  let declared: unknown;
  try {
    declared = await importDefault(file);
  } catch (error) {
    throw new ConfigurationError(describeFailedImport(error, file), error);
  }
  try {
    return checkConfiguration(declared, options);
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error;
    const faults = error.faults.map(({ path: keys, message }) => {
      const subject = keys.length === 0 ? '' : `${keys.join('.')} `;
      return `${name}:${lineOfPath(source, keys)}: ${subject}${message}`;
    });
    throw new ConfigurationError(faults, error);
  }
}

async function importDefault(file: string): Promise<unknown> {
  const module = (await import(addressOf(await compile(file), file))) as { readonly default?: unknown };
  return module.default;
}
