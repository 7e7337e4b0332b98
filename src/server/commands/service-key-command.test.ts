import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { callAsScript, bearer } from '../../testing/users/access-tokens.ts';
import { makeServiceKey } from '../../testing/users/administrators.ts';
import { auditOf } from '../../testing/users/signed-in-users.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { SERVICE_KEYS_MAX } from '../domain/administration/service-keys.ts';
import type { CreatedServiceKey, ServiceKey } from '../../shared/schemas/service-keys.ts';
import { helpOf } from './command-frame.ts';
import { serviceKeyCommand } from './service-key-command.ts';

const run = (app: TestApp, ...args: string[]) => runInProcess(serviceKeyCommand, app.deps, args);
const CREATE = ['create', '--name', 'Shop', '--scopes', 'users:read,users:write'];

describe('foyer-server service-key', () => {
  it('prints a key that works, and lists and revokes it', async ({ app }) => {
    const made = await run(app, ...CREATE, '--days', '30', '--allow', '127.0.0.0/8,::1');
    expect(made).toMatchObject({ code: 0, error: '' });
    const [key = ''] = made.out.split('\n');
    expect((await callAsScript(app, bearer(key), 'users.list')).status).toBe(200);

    const listed = (await run(app, 'list')).out;
    expect(listed).toMatch(
      /^[0-9a-f]{24} {2}active {2}Shop {2}users:read,users:write {2}from 127\.0\.0\.0\/8,::1 {2}until \S+Z {2}last used \S+Z$/m,
    );
    expect(listed).not.toContain(key);
    const [, id = ''] = /Its id is (\w+),/.exec(made.out) ?? [];
    expect(await run(app, 'revoke', id)).toMatchObject({
      code: 0,
      out: `The service key ${id} is revoked.\n`,
    });
    expect((await callAsScript(app, bearer(key), 'users.list')).status).toBe(401);
    expect(await run(app, 'revoke', id)).toMatchObject({
      code: 1,
      error: 'No service key that works has this id.\n',
    });
    const actors = await auditOf(app, { userId: new ObjectId(id) });
    expect(actors.map(({ action, actor, ip }) => [action, actor.kind, ip])).toEqual([
      ['service-key-created', 'server', null],
      ['service-key-revoked', 'server', null],
    ]);
  });

  it('answers JSON with --json, and a key works for 90 days without --days', async ({ app }) => {
    const { key, serviceKey } = JSON.parse((await run(app, ...CREATE, '--json')).out) as CreatedServiceKey;
    expect(Math.round((Date.parse(serviceKey.expires) - Date.parse(serviceKey.createdAt)) / DAY_MS)).toBe(90);
    expect((await callAsScript(app, bearer(key), 'users.list')).status).toBe(200);
    const listed = JSON.parse((await run(app, 'list', '--json')).out) as ServiceKey[];
    expect(listed.map(({ id }) => id)).toContain(serviceKey.id);
    const revoked = JSON.parse((await run(app, 'revoke', serviceKey.id, '--json')).out) as unknown;
    expect(revoked).toEqual({ id: serviceKey.id });
    expect(await run(app, 'create', '--json')).toMatchObject({ code: 2, error: '' });
  });

  it('ends with 1 when there are too many keys', async ({ app }) => {
    const { serviceKeys } = app.deps.collections;
    await serviceKeys.deleteMany({});
    for (let made = 0; made < SERVICE_KEYS_MAX; made++) await makeServiceKey(app, ['users:read']);
    expect(await run(app, ...CREATE)).toMatchObject({
      code: 1,
      out: '',
      error: 'There are as many service keys as are allowed. Revoke one that you no longer use.\n',
    });
    await serviceKeys.deleteMany({});
    expect((await run(app, 'list')).out).toBe('There is no service key.\n');
  });

  it.for<[string[], string]>([
    [[], 'Say what to do.'],
    [['make'], 'There is no command make.'],
    [['create'], 'Say which application has it: --name <text>, one line.'],
    [['create', '--name', 'a\nb', '--scopes', 'users:read'], 'Say which application has it'],
    [['create', '--name', 'Shop'], 'Say what it may do: --scopes'],
    [['create', '--name', 'Shop', '--scopes', 'users:read,everything'], 'Say what it may do: --scopes'],
    [['create', '--name', 'Shop', '--scopes', 'users:read,users:read'], 'Say what it may do: --scopes'],
    [[...CREATE, '--days', '366'], '--days is a number from 1 to 365.'],
    [[...CREATE, '--days', '0'], '--days is a number from 1 to 365.'],
    [[...CREATE, '--days', 'soon'], '--days is a number from 1 to 365.'],
    [[...CREATE, '--allow', 'example.com'], 'example.com is no list of IP addresses and networks.'],
    [[...CREATE, 'more'], 'There are too many words.'],
    [['list', 'more'], 'There are too many words.'],
    [['list', '--name', 'Shop'], 'Only create takes --name'],
    [['revoke'], 'service-key revoke needs <id>.'],
    [['revoke', 'Shop'], 'revoke takes the id of a service key'],
    [['list', '--all'], "Unknown option '--all'"],
  ])('does not understand %j, and opens no database', async ([args, message], { app }) => {
    const { code, out, error, opened } = await run(app, ...args);
    expect([code, out, opened]).toEqual([2, '', 0]);
    expect(error).toContain(message);
    expect(error).toContain(helpOf(serviceKeyCommand));
  });
});
