import { describe, expect, it } from 'vitest';
import {
  GUESS_COST_KEPT_MS,
  GUESS_COST_SAMPLES,
  GUESS_PADDING_MAX_MS,
  createGuessCosts,
  type GuessCosts,
} from './guess-costs.ts';

const OWN = null;
const BCRYPT = '$2b$12';

function start(): { costs: GuessCosts; wait(ms: number): void } {
  let clock = 0;
  return { costs: createGuessCosts(() => clock), wait: (ms) => void (clock += ms) };
}

function add(costs: GuessCosts, kind: string | null, cpuMs: number, times = 1): void {
  for (let n = 0; n < times; n++) costs.add(kind, cpuMs);
}

describe('the padding of a wrong guess', () => {
  it('is the CPU time of the most expensive kind of hash, until an hour after its last check', () => {
    const { costs, wait } = start();
    add(costs, OWN, 35);
    expect(costs.paddingMs()).toBe(35);
    add(costs, BCRYPT, 300);
    add(costs, '$pbkdf2-sha256$i=1000', 1);
    add(costs, OWN, 35, 1000);
    expect(costs.paddingMs()).toBe(300);
    wait(GUESS_COST_KEPT_MS - 1);
    expect(costs.paddingMs()).toBe(300);
    wait(1);
    expect(costs.paddingMs()).toBe(35);
  });

  it.each([
    ['a hash with today’s parameters', OWN],
    ['an imported hash', BCRYPT],
  ])('forgets a slow check of %s', (_, kind) => {
    const { costs } = start();
    add(costs, kind, 3000);
    add(costs, kind, 35);
    expect(costs.paddingMs()).toBe(35);
    add(costs, kind, 3000);
    add(costs, kind, 35, GUESS_COST_SAMPLES);
    expect(costs.paddingMs()).toBe(35);
  });

  it('never exceeds the bound', () => {
    const { costs } = start();
    add(costs, BCRYPT, 1000 * GUESS_PADDING_MAX_MS);
    expect(costs.paddingMs()).toBe(GUESS_PADDING_MAX_MS);
  });
});

describe('the price of a guess', () => {
  it.each([
    ['without imported hashes, also when checks are slow', OWN, 3000],
    ['when imported hashes are cheaper', '$pbkdf2-sha256$i=1000', 1],
  ])('is 1 %s', (_, kind, cpuMs) => {
    const { costs } = start();
    add(costs, OWN, 35, 20);
    add(costs, kind, cpuMs, 100);
    expect(costs.price()).toBe(1);
  });

  it('rises to the cost of imported hashes while these are guessed at, and falls with cheap checks', () => {
    const { costs } = start();
    add(costs, OWN, 35, 20);
    add(costs, BCRYPT, 35 * 9, 100);
    expect(costs.price()).toBe(9);
    add(costs, OWN, 35, 100);
    expect(costs.price()).toBe(1);
  });
});
