import { describe, expect, it } from 'vitest';
import { COMMANDS, helpOf, type CommandName } from '../../package/src/cli/usage.ts';
import { readDocuments } from './markdown.ts';

/**
 * Texts that would fetch the npm package `foyer`, which is not ours: a command of a package manager, or an import. Our package is `foyer-auth`.
 * Only its command is called `foyer`.
 */
const OTHER_PACKAGE =
  /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)(?: exec| dlx| x| install| i| add| create)+)(?: -{1,2}[\w-]+)* foyer(?![\w-])|(?:from|import|require\() ?['"`]foyer(?:\/[\w./-]+)?['"`]/;

it.each(['npx --yes foyer login', 'npm i foyer', "import { foyer } from 'foyer/server';"])(
  'finds the other package in %j',
  (text) => {
    expect(text).toMatch(OTHER_PACKAGE);
  },
);

describe('nothing leads to the other package', async () => {
  it.each(await readDocuments())('in $file', ({ text }) => {
    expect(text).not.toMatch(OTHER_PACKAGE);
  });

  it('in the help of the command line', () => {
    const help = [null, ...(Object.keys(COMMANDS) as CommandName[])].map((command) => helpOf(command));
    expect(help.join('\n')).toContain('foyer login');
    expect(help.join('\n')).not.toMatch(OTHER_PACKAGE);
  });
});
