/** `npm run capacity`: which processes and which database a number of people needs (see `--help`). */
import { newestCapacity } from '../bench/capacity-figures.ts';
import { capacityUsage, OptionError, readCapacityOptions } from './capacity/assumptions.ts';
import { calculateCapacity } from './capacity/calculate.ts';
import { capacityReport } from './capacity/report.ts';

async function main(): Promise<void> {
  const { json, deployment } = readCapacityOptions(process.argv.slice(2));
  if (deployment === null) return console.log(capacityUsage());
  const { figures, ...source } = await newestCapacity();
  const capacity = calculateCapacity(figures, deployment);
  console.log(
    json
      ? JSON.stringify({ ...deployment, source, capacity }, null, 2)
      : capacityReport(source, deployment, capacity),
  );
}

await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof OptionError ? `${message}\nnpm run capacity -- --help lists the options.` : message,
  );
  process.exitCode = 1;
});
