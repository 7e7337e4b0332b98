import { expect, it } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { describeRunning } from './startup-messages.ts';

const addressLines = (environment: Record<string, string>) => {
  const settings = readSettings({ AUTH_SECRET: 'given', PUBLIC_DEVELOPMENT: 'on', ...environment });
  const lines = describeRunning(settings, null).split('\n');
  return lines.filter((line) => /^(?:Foyer|People) /.test(line));
};

const ANYWHERE = 'port 3000 of all addresses of this machine';

it.each<[origin: string | undefined, others: Record<string, string>, listens: string, reached?: string]>([
  [undefined, {}, 'http://localhost:3000'],
  [undefined, { PORT: '4000', BASE_PATH: '/id' }, 'http://localhost:4000/id'],
  ['http://127.0.0.1:3000', {}, 'http://127.0.0.1:3000'],
  ['http://localhost:3000', { HOST: '127.0.0.1' }, 'http://localhost:3000'],
  ['http://localhost:3000', { HOST: '*' }, 'http://localhost:3000'],
  ['http://localhost', { PORT: '80' }, 'http://localhost'],
  ['http://192.0.2.7:3000', { HOST: '192.0.2.7' }, 'http://192.0.2.7:3000'],
  ['http://localhost:5173', {}, 'http://localhost:3000', 'http://localhost:5173'],
  [
    'http://localhost:5173',
    { PORT: '4000', BASE_PATH: '/id' },
    'http://localhost:4000',
    'http://localhost:5173/id',
  ],
  ['http://localhost', {}, 'http://localhost:3000', 'http://localhost'],
  ['http://[::1]:5173', {}, 'http://[::1]:3000', 'http://[::1]:5173'],
  ['http://localhost:3000', { HOST: '192.0.2.7' }, 'http://192.0.2.7:3000', 'http://localhost:3000'],
  ['https://localhost:3000', { HOST: '*' }, ANYWHERE, 'https://localhost:3000'],
  ['https://accounts.example.com', { HOST: '*' }, ANYWHERE, 'https://accounts.example.com'],
])(
  'with APP_ORIGIN %s and %j, the text after the start says where Foyer listens, and where else people reach it',
  (origin, others, listens, reached) => {
    expect(addressLines({ ...(origin && { APP_ORIGIN: origin }), ...others })).toEqual(
      reached
        ? [`Foyer listens at ${listens}`, `People reach it at ${reached} (APP_ORIGIN)`]
        : [`Foyer runs at ${listens}`],
    );
  },
);
