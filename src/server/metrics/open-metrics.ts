import type { MongoClient } from 'mongodb';
import type { Dependencies } from '../dependencies.ts';
import type { MetricsSettings } from '../settings/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { createMetrics } from './create-metrics.ts';
import { watchDatabase } from './database-metrics.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { watchDraining, watchState } from './watch-state.ts';

/** In the order of a start: `watch` the `MongoClient`, assemble the server with `metrics`, then `serve`. */
export interface ProcessMetrics {
  readonly metrics: Metrics;
  readonly watch: (mongo: MongoClient) => void;
  readonly watchDraining: (isDraining: () => boolean) => void;
  /** Returns a function that closes the port. Throws `MetricsPortError`. */
  serve(deps: Dependencies, address: MetricsSettings): Promise<() => Promise<void>>;
}

export function openMetrics({
  oidcProviders,
  builtInProviders,
}: Pick<Settings, 'oidcProviders' | 'builtInProviders'>): ProcessMetrics {
  const metrics = createMetrics([...oidcProviders, ...builtInProviders].map(({ id }) => id));
  const { registry } = metrics;
  return {
    metrics,
    watch: (mongo) => watchDatabase(registry, mongo),
    watchDraining: (isDraining) => watchDraining(registry, isDraining),
    async serve(deps, address) {
      const stop = watchState(registry, deps);
      const { close } = await serveMetrics(registry, address, deps.log);
      return async () => {
        stop();
        await close();
      };
    },
  };
}
