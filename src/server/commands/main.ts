#!/usr/bin/env node
/** `foyer-server`: starts the server, or runs a command of operators beside a running one or without one. */
import '../process/node-version.ts';
import type { Command } from './command-frame.ts';

interface Listed {
  readonly summary: string;
  // Imported later, because a Node that is too old cannot load parts of it.
  readonly load: () => Promise<Command<never>>;
}

const COMMANDS: Readonly<Record<string, Listed>> = {
  admin: {
    summary: 'give and take the role of an administrator',
    load: async () => (await import('./admin-command.ts')).adminCommand,
  },
  adopt: {
    summary: 'adopt the people of a database that Auth.js’s own adapter has written',
    load: async () => (await import('./adopt-command.ts')).adoptCommand,
  },
  'check-database': {
    summary: 'whether this version can start on the database; changes nothing',
    load: async () => (await import('./check-database-command.ts')).checkDatabaseCommand,
  },
  'client-secret': {
    summary: 'make a new secret of an OAuth client',
    load: async () => (await import('./client-secret-command.ts')).clientSecretCommand,
  },
  completion: {
    summary: 'print the tab completion for bash or zsh',
    load: async () => (await import('./completion-command.ts')).completionCommand(loadAll),
  },
  data: {
    summary: 'back up and restore the data, and end what was issued before a time',
    load: async () => (await import('./data-command.ts')).dataCommand,
  },
  provider: {
    summary: 'add, list, test and remove identity providers',
    load: async () => (await import('./provider-command.ts')).providerCommand,
  },
  'remove-second-factor': {
    summary: 'remove the second factors of a person who has lost them',
    load: async () => (await import('./second-factor-command.ts')).secondFactorCommand,
  },
  'rotate-secrets': {
    summary: 'encrypt with AUTH_SECRET what AUTH_SECRET_PREVIOUS encrypted',
    load: async () => (await import('./rotate-secrets-command.ts')).rotateSecretsCommand,
  },
  seed: {
    summary: 'create people for development',
    load: async () => (await import('../development/seed-command.ts')).seedCommand,
  },
  'service-key': {
    summary: 'create, list and revoke the keys of applications',
    load: async () => (await import('./service-key-command.ts')).serviceKeyCommand,
  },
  settings: {
    summary: 'explain a setting, and check all of them',
    load: async () => (await import('./settings-command.ts')).settingsCommand,
  },
};

const loadAll = () => Promise.all(Object.values(COMMANDS).map(({ load }) => load()));

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  const { startServer } = await import('./start-server.ts');
  await startServer();
} else if (Object.hasOwn(COMMANDS, name)) {
  const { runAsProcess } = await import('./command-process.ts');
  const command = await COMMANDS[name]?.load();
  if (command) await runAsProcess(command, args);
} else if (name === '--version') {
  const { readBuildInfo } = await import('../process/build-info.ts');
  process.stdout.write(`${readBuildInfo().version}\n`);
} else {
  const help = await describeCommands();
  if (name === '--help') process.stdout.write(help);
  else {
    process.stderr.write(`There is no command ${name}.\n\n${help}`);
    process.exitCode = 2;
  }
}

async function describeCommands(): Promise<string> {
  const { OPERATOR_COMMAND } = await import('../process/operator-command.ts');
  const lines = Object.entries(COMMANDS).map(([each, { summary }]) => `  ${each.padEnd(22)}${summary}\n`);
  return `${OPERATOR_COMMAND.replace(/ --$/, '')}
      Starts the server with the settings of the environment and of .env. Ctrl-C ends it.
${OPERATOR_COMMAND} <command>
      Runs a command, and <command> --help says how. It uses the same settings, and may run beside a running server.

${lines.join('')}
  --help                this text
  --version             the version

Commands end with 0 when they are done, 1 when they were refused or failed or found a fault, 2 when they were not understood.
`;
}
