import { startChild } from '../children.ts';
import type { FromGenerator, Run, RunResult, Target, ToGenerator } from './messages.ts';

export type Load = ReturnType<typeof startLoad>;

/** Starts the load generator in its own process. */
export function startLoad() {
  const child = startChild(new URL('generator.ts', import.meta.url), { measured: false });
  const send = (message: ToGenerator) => child.process.send(message);
  return {
    async define(id: string, target: Target): Promise<void> {
      const ready = child.next((message) => (message as FromGenerator).type === 'ready' || undefined);
      send({ type: 'target', id, target });
      await ready;
    },
    /** `onEdge`: called when the measured time begins and ends. Throws when one answer was wrong. */
    async run(run: Run, onEdge?: (edge: 'begins' | 'ends') => void): Promise<RunResult> {
      const over = child.next((message) => {
        const reply = message as FromGenerator;
        if (reply.type === 'begins' || reply.type === 'ends') onEdge?.(reply.type);
        return reply.type === 'done' || reply.type === 'failed' ? reply : undefined;
      });
      send({ type: 'run', ...run });
      const reply = await over;
      if (reply.type === 'failed') throw new Error(reply.message);
      return { streams: reply.streams, busy: reply.busy };
    },
  };
}
