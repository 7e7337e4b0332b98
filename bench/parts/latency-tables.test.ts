import { describe, expect, it } from 'vitest';
import { latencyFigures, latencyRatios, type FlowTimes } from './latency-tables.ts';

const TIMES: readonly FlowTimes[] = [
  { server: 'foyer', flow: 'password', ms: [900, 1000, 1100] },
  { server: 'better-auth', flow: 'password', ms: [1800, 2000, 2200] },
  { server: 'foyer', flow: 'provider', ms: [1500, 1500, 1500] },
  { server: 'auth-js', flow: 'provider', ms: [1000, 1000, 1000] },
];
const rowOf = (name: string) =>
  latencyFigures(TIMES, {}).tables[0]?.rows.find(([first]) => first === name) ?? [];

describe('the table of latency', () => {
  it('has the median, the quartiles and the ratio round by round', () => {
    expect(rowOf('signed in by password')).toEqual([
      'signed in by password',
      '1,000 (900–1,100)',
      '2,000 (1,800–2,200)',
      '0.50',
      'none',
      '–',
      '3',
    ]);
    expect(latencyRatios(TIMES).map(({ median }) => median)).toEqual([0.5, 1.5]);
  });

  it('names where Foyer is slower, with the reason', () => {
    const [named] = latencyFigures(TIMES, { 'provider, auth-js': 'its page has no script' }).paragraphs ?? [];
    expect(named).toBe(
      'Slower than a peer, and why:\n\n- signed in by a provider, beside Auth.js: its page has no script',
    );
    expect(latencyFigures(TIMES, {}).paragraphs?.[0]).toContain('**no reason is in');
    expect(latencyFigures(TIMES.slice(0, 2), {}).paragraphs?.[0]).toContain('not slower');
  });
});
