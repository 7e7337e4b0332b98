/** `npm run server -- <command>`: the commands of operators, with or without a running server. */
import '../process/node-version.ts';
import type { CommandIo } from './command-frame.ts';
import type { OpenDependencies, OpenOptions } from './command-process.ts';

interface ProcessIo extends CommandIo {
  readonly readInput: () => Promise<string>;
}

interface Command {
  readonly summary: string;
  // Imported later, because a Node that is too old cannot load parts of it.
  readonly load: () => Promise<
    (args: readonly string[], io: ProcessIo, open: OpenDependencies) => number | Promise<number>
  >;
  readonly options?: OpenOptions;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  admin: {
    summary: 'give and take the role of an administrator',
    load: async () => (await import('./admin-command.ts')).runAdminCommand,
  },
  adopt: {
    summary: 'adopt the people of a database that Auth.js’s own adapter has written',
    load: async () => (await import('./adopt-command.ts')).runAdoptCommand,
    options: { patient: true },
  },
  'check-database': {
    summary: 'whether this version can start on the database; changes nothing',
    load: async () => (await import('./check-database-command.ts')).runCheckDatabaseCommand,
  },
  'client-secret': {
    summary: 'make a new secret of an OAuth client',
    load: async () => (await import('./client-secret-command.ts')).runClientSecretCommand,
  },
  data: {
    summary: 'back up and restore the data, and end what was issued before a time',
    load: async () => (await import('./data-command.ts')).runDataCommand,
    options: { patient: true },
  },
  provider: {
    summary: 'add, list, test and remove identity providers',
    load: async () => (await import('./provider-command.ts')).runProviderCommand,
  },
  'remove-second-factor': {
    summary: 'remove the second factors of a person who has lost them',
    load: async () => (await import('./second-factor-command.ts')).runSecondFactorCommand,
  },
  'rotate-secrets': {
    summary: 'encrypt with AUTH_SECRET what AUTH_SECRET_PREVIOUS encrypted',
    load: async () => (await import('./rotate-secrets-command.ts')).runRotateSecretsCommand,
  },
  seed: {
    summary: 'create people for development',
    load: async () => (await import('../development/seed-command.ts')).runSeedCommand,
  },
  'service-key': {
    summary: 'create, list and revoke the keys of applications',
    load: async () => (await import('./service-key-command.ts')).runServiceKeyCommand,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  const { PROCESS_IO } = await import('./command-frame.ts');
  const { runAsProcess } = await import('./command-process.ts');
  const run = await command.load();
  await runAsProcess(async (open) => run(args, { ...PROCESS_IO, readInput }, open), command.options);
} else {
  const list = Object.entries(COMMANDS).map(([each, { summary }]) => `  ${each.padEnd(22)}${summary}\n`);
  const help = `npm run server -- <command>\n\n${list.join('')}`;
  if (name === '--help') process.stdout.write(help);
  else {
    process.stderr.write(name === '' ? help : `There is no command ${name}.\n\n${help}`);
    process.exitCode = 2;
  }
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}
