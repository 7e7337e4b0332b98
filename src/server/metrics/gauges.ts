import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** Without labels. `null`: there is no value now. */
export function addValue(registry: Registry, name: string, help: string, read: () => number | null): void {
  addGauge(registry, {
    name,
    help,
    collect() {
      const value = read();
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

export function addGauge<Label extends string>(
  registry: Registry,
  configuration: Omit<GaugeConfiguration<Label>, 'registers'>,
): Gauge<Label> {
  return new Gauge({ ...configuration, registers: [registry] });
}
