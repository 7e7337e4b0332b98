import { startChild } from '../children.ts';
import type { FromGenerator, Run, RunResult, Target, ToGenerator } from './messages.ts';

/** The load generator, in a process of its own. */
export interface Load {
  /** Makes a server and what to ask it known under `id`. */
  define(id: string, target: Target): Promise<void>;
  /**
   * @param onEdge is called as the measured time begins, and as it ends
   * @throws when one answer was not the right one
   */
  run(run: Run, onEdge?: (edge: 'begins' | 'ends') => void): Promise<RunResult>;
}

export function startLoad(): Load {
  const child = startChild(new URL('generator.ts', import.meta.url), { measured: false });
  const send = (message: ToGenerator) => child.process.send(message);
  return {
    async define(id, target) {
      const ready = child.next((message) => (message as FromGenerator).type === 'ready' || undefined);
      send({ type: 'target', id, target });
      await ready;
    },
    async run(run, onEdge) {
      const over = child.next((message) => {
        const told = message as FromGenerator;
        if (told.type === 'begins' || told.type === 'ends') onEdge?.(told.type);
        return told.type === 'done' || told.type === 'failed' ? told : undefined;
      });
      send({ type: 'run', ...run });
      const told = await over;
      if (told.type === 'failed') throw new Error(told.message);
      return { streams: told.streams, busy: told.busy };
    },
  };
}
