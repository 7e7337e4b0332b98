import { ensureIndexes } from '../database/indexes.ts';
import type { Dependencies } from '../dependencies.ts';
import { adoptUsers, type Adoption } from '../domain/administration/import/adopt-users.ts';
import { JSON_OPTION, readArguments, defineCommand, type CommandIo, type Outcome } from './command-frame.ts';

const ADOPT_USAGE = `Adopts the people and connections of a database that Auth.js's own MongoDB adapter has written, so that Foyer can work with them.

  npm run server -- adopt
      Writes what Foyer needs, and names each row that it refuses, with the reason. Nobody is signed in by it.
      Run it again after a row was mended, and as long as the old application still writes: it passes over what it has adopted.
      A run that was interrupted goes on where it ended.

It takes --json. The end is 0 when nothing is left to adopt, 1 when rows were refused, 2 when the command was not understood.
`;

const ROWS_PER_LINE = 10_000;

export const runAdoptCommand = defineCommand({
  parse: (args) => void readArguments(args, { options: { json: JSON_OPTION } }),
  async run(deps: Dependencies, _command, io) {
    // Unique indexes refuse values that two people have.
    await ensureIndexes(deps.collections, deps.configuration.ownFields);
    return outcomeOf(await adoptUsers(deps, progressOf(io)));
  },
  usage: ADOPT_USAGE,
});

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
    exitCode: refused.length > 0 ? 1 : 0,
  };
}
