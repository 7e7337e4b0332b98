import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { describeRunning } from './startup-messages.ts';

const addressLines = (environment: Record<string, string>) => {
  const settings = readSettings({ AUTH_SECRET: 'given', PUBLIC_DEVELOPMENT: 'on', ...environment });
  const lines = describeRunning(settings, null).split('\n');
  return lines.filter((line) => /^(?:Foyer|People) /.test(line));
};

describe('the text after the start', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'http://localhost:3000'],
    [{ PORT: '4000', BASE_PATH: '/id' }, 'http://localhost:4000/id'],
    [{ APP_ORIGIN: 'http://127.0.0.1:3000' }, 'http://127.0.0.1:3000'],
    [{ APP_ORIGIN: 'http://localhost:3000', HOST: '127.0.0.1' }, 'http://localhost:3000'],
    [{ APP_ORIGIN: 'http://localhost:3000', HOST: '*' }, 'http://localhost:3000'],
    [{ APP_ORIGIN: 'http://localhost', PORT: '80' }, 'http://localhost'],
    [{ APP_ORIGIN: 'http://192.0.2.7:3000', HOST: '192.0.2.7' }, 'http://192.0.2.7:3000'],
  ])('names one address with %j, where browsers reach the process itself', (environment, address) => {
    expect(addressLines(environment)).toEqual([`Foyer runs at ${address}`]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ APP_ORIGIN: 'http://localhost:5173' }, 'http://localhost:3000', 'http://localhost:5173'],
    [
      { APP_ORIGIN: 'http://localhost:5173', PORT: '4000', BASE_PATH: '/id' },
      'http://localhost:4000',
      'http://localhost:5173/id',
    ],
    [{ APP_ORIGIN: 'http://localhost' }, 'http://localhost:3000', 'http://localhost'],
    [{ APP_ORIGIN: 'http://[::1]:5173' }, 'http://[::1]:3000', 'http://[::1]:5173'],
    [
      { APP_ORIGIN: 'http://localhost:3000', HOST: '192.0.2.7' },
      'http://192.0.2.7:3000',
      'http://localhost:3000',
    ],
    [
      { APP_ORIGIN: 'https://localhost:3000', HOST: '*' },
      'port 3000 of all addresses of this machine',
      'https://localhost:3000',
    ],
    [
      { APP_ORIGIN: 'https://accounts.example.com', HOST: '*' },
      'port 3000 of all addresses of this machine',
      'https://accounts.example.com',
    ],
  ])('names both addresses with %j', (environment, listens, reached) => {
    expect(addressLines(environment)).toEqual([
      `Foyer listens at ${listens}`,
      `People reach it at ${reached} (APP_ORIGIN)`,
    ]);
  });
});
