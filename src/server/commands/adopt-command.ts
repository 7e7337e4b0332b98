import { ensureIndexes } from '../database/indexes.ts';
import type { Dependencies } from '../dependencies.ts';
import { adoptUsers, type Adoption } from '../domain/administration/import/adopt-users.ts';
import { action, EXIT_CODES, type Command, type CommandIo, type Outcome } from './command-frame.ts';

const ROWS_PER_LINE = 10_000;

export const adoptCommand: Command<Dependencies> = {
  name: 'adopt',
  about:
    "Adopts the people and connections of a database that Auth.js's own MongoDB adapter has written, so that Foyer can work with them.",
  patient: true,
  actions: {
    '': action({
      about: `Writes what Foyer needs, and names each row that it refuses, with the reason. Nobody is signed in by it.
Run it again after a row was mended, and as long as the old application still writes: it passes over what it has adopted.
A run that was interrupted goes on where it ended. It ends with 1 when rows were refused.`,
      examples: ['', '--json'],
      prepare: () => async (deps, io) => {
        // Unique indexes refuse values that two people have.
        await ensureIndexes(deps.collections, deps.configuration.ownFields);
        return outcomeOf(await adoptUsers(deps, progressOf(io)));
      },
    }),
  },
};

function progressOf({ error }: CommandIo): Parameters<typeof adoptUsers>[1] {
  let reported = 0;
  return ({ people, connections }) => {
    if (people + connections < reported + ROWS_PER_LINE) return;
    reported = people + connections;
    error(`${people} people and ${connections} connections are adopted.\n`);
  };
}

function outcomeOf({ people, connections, refused }: Adoption): Outcome {
  const lines = [
    ...refused.map(({ collection, id, reason }) => `${collection} ${id} is left as it is: ${reason}.`),
    `${people} people and ${connections} connections were adopted, and ${refused.length} rows were refused.`,
  ];
  return {
    data: { people, connections, refused },
    text: `${lines.join('\n')}\n`,
    exitCode: refused.length > 0 ? EXIT_CODES.failed : EXIT_CODES.done,
  };
}
