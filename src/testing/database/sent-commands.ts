import type { CommandStartedEvent } from 'mongodb';
import type { TestApp } from '../app/test-app.ts';

/** The commands that the app sends to the database during an action, each with its collections. */
export async function sentCommands(app: TestApp, action: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    const collections =
      commandName === 'bulkWrite'
        ? (command['nsInfo'] as { ns: string }[]).map(({ ns }) => ns.slice(ns.indexOf('.') + 1)).join('+')
        : String(command[commandName]);
    commands.push(`${commandName} ${collections}`);
  };
  app.deps.mongo.on('commandStarted', note);
  await action().finally(() => app.deps.mongo.off('commandStarted', note));
  return commands;
}
