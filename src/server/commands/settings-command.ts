import { config as readDotenv } from 'dotenv';
import { ConfigurationError, loadConfiguration } from '../configuration/load-configuration.ts';
import { DOCUMENTED_SETTINGS } from '../settings/documented-settings.ts';
import { SettingsError } from '../settings/faults.ts';
import { nearest } from '../settings/nearest.ts';
import { checkSettings } from '../settings/read-settings.ts';
import { action, RefusedError, UsageError, type Command, type Outcome } from './command-frame.ts';

export const settingsCommand: Command<undefined> = {
  name: 'settings',
  about:
    'Explains a setting, and checks all of them with foyer.config.ts. It opens no database and writes nothing.',
  standsAlone: true,
  refusalOf: (error) =>
    error instanceof SettingsError || error instanceof ConfigurationError ? error.message : null,
  actions: {
    '': action({
      about: 'Reads the environment and .env, as the server does.',
      options: {
        check: { about: 'ends with 1 when the server would refuse them, and names each fault' },
        explain: {
          value: '<name>',
          about: 'what this setting means, its default, and whether it is set here',
        },
      },
      examples: ['--check', '--explain SECOND_FACTOR'],
      prepare: (_operand, { check: isCheck, explain: name }) => {
        if (isCheck === (name !== undefined)) throw new UsageError('Say --check or --explain <name>.');
        return () => (name === undefined ? check() : Promise.resolve(explain(name)));
      },
    }),
  },
};

async function check(): Promise<Outcome> {
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const { mode } = checkSettings(process.env, Object.keys(file));
  await loadConfiguration(process.cwd(), { production: mode === 'production' });
  return { data: { mode }, text: `The settings and foyer.config.ts are as they must be, for ${mode}.\n` };
}

function explain(given: string): Outcome {
  const name = given.toUpperCase();
  const setting = DOCUMENTED_SETTINGS.find((each) => patternOf(each.name).test(name));
  if (!setting) {
    const names = DOCUMENTED_SETTINGS.map((each) => each.name);
    throw new RefusedError(`Foyer has no setting ${name}. The nearest one is ${nearest(name, names, 1)[0]}.`);
  }
  readDotenv({ quiet: true });
  const [defaultValue, example, meaning] = [setting.defaultValue, setting.example, setting.meaning].map(
    plain,
  );
  const isSet = Boolean(process.env[name]?.trim());
  return {
    data: { name, meaning, default: defaultValue, example, isSet },
    text: `${name} is ${isSet ? 'set' : 'not set'} here.
  meaning  ${meaning}
  default  ${defaultValue}
  example  ${example}
`,
  };
}

/** `OIDC_ACME_WEST_ISSUER` is `OIDC_<ID>_ISSUER`, and so is that name itself. */
function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace('<ID>', '(?:<ID>|[A-Z0-9_]+)')}$`);
}

/** Without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/`|\*\*/g, '');
}
