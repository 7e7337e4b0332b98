import { readFile } from 'node:fs/promises';
import type { GoalResult } from './goals.ts';

const FILE = new URL('missed-goals.json', import.meta.url);

/** Why goals are missed, by the goal's id. A person writes them after a look at a profile. */
export type Reasons = Readonly<Record<string, string>>;

export async function readReasons(): Promise<Reasons> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Reasons;
}

/** The ids of the missed goals that have no reason. */
export function unexplained(judged: readonly GoalResult[], reasons: Reasons): string[] {
  return judged.flatMap(({ goal, met }) => (met === false && !reasons[goal.id] ? [goal.id] : []));
}

/** The missed goals with their reasons, as a list. */
export function missedLines(judged: readonly GoalResult[], reasons: Reasons): string {
  const lines = judged
    .filter(({ met }) => met === false)
    .map(
      ({ goal }) =>
        `- ${goal.name}: ${reasons[goal.id] ?? `**no reason is in bench/missed-goals.json for ${goal.id}**`}`,
    );
  return lines.length === 0 ? '' : `Missed, and why:\n\n${lines.join('\n')}`;
}
