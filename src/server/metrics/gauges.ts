import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** A gauge without labels. `null`: it has no value now. */
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

/** A gauge whose value is read when somebody asks for the metrics. */
export function addGauge<Label extends string>(
  registry: Registry,
  configuration: Omit<GaugeConfiguration<Label>, 'registers'>,
): Gauge<Label> {
  return new Gauge({ ...configuration, registers: [registry] });
}
