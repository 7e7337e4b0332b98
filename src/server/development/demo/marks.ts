import type { ProviderMark } from '../../../shared/schemas/providers.ts';

export const DEMO_MARKS = {
  'demo-one': {
    shapes: [
      {
        path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 5.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
        color: '#7b61d1',
      },
    ],
  },
  'demo-two': {
    shapes: [
      { path: 'M4 2h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Z', color: '#cf5f17' },
      {
        path: 'M17 9h3a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-3h6a2 2 0 0 0 2-2Z',
        color: '#cf5f17',
      },
    ],
  },
} as const satisfies Readonly<Record<string, ProviderMark>>;
