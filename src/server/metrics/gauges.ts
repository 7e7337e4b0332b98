import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** A gauge whose value is read when somebody asks for the metrics. */
export function addGauge<Label extends string>(
  registry: Registry,
  configuration: Omit<GaugeConfiguration<Label>, 'registers'>,
): Gauge<Label> {
  return new Gauge({ ...configuration, registers: [registry] });
}
