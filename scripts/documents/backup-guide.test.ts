import { describe, expect, it } from 'vitest';
import { blocksOf } from './markdown.ts';

/** The `docker compose` commands of a block, each on one line. */
const composeCommandsOf = (block: string) =>
  block.replaceAll('\\\n', ' ').match(/^docker compose .*$/gm) ?? [];

describe('the guide for backups and upgrades', () => {
  it('starts Foyer with the files that the guide for production writes into .env', async () => {
    const production = await blocksOf('production', 'sh');
    const start = production.findIndex((block) =>
      block.includes("printf 'COMPOSE_FILE=docker-compose.yml:compose.production.yml\\n' >> .env"),
    );
    const [before, after] = [production.slice(0, start), production.slice(start)];
    // The user of the database is made without a key file.
    for (const command of before.flatMap(composeCommandsOf))
      expect(command).toContain('docker compose -f docker-compose.yml ');
    const later = [...after, ...(await blocksOf('backup-and-upgrade', 'sh'))].flatMap(composeCommandsOf);
    const starts = later.filter((command) => / (?:up|run) /.test(command) && !command.endsWith(' database'));
    expect(starts.length).toBeGreaterThan(3);
    expect(starts.filter((command) => command.includes(' -f '))).toEqual([]);
  });

  it('backs up with a user that the guide for production makes, and its password', async () => {
    const [secrets = '', users = ''] = await blocksOf('production', 'sh');
    const dump = (await blocksOf('backup-and-upgrade', 'sh'))
      .flatMap(composeCommandsOf)
      .find((command) => command.includes('mongodump'));
    const [, user, password] = /--username (\w+) .*\^([A-Z_]+)=/.exec(dump ?? '') ?? [];
    expect(secrets).toContain(`printf '${password}=`);
    // MongoDB's role `backup` on `admin` may read the oplog.
    const role = new RegExp(
      `user: '${user}', pwd: '\\$\\(grep -oP '\\^${password}=.*', roles: \\['backup'\\]`,
    );
    expect(users).toMatch(role);
    expect(dump).toMatch(/ --oplog .*--authenticationDatabase admin /);
  });
});
