import { Suspense } from 'react';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import classes from './overview.module.css';
import { useNumberFormat, useSeriesName, useTimeFormat } from './overview-words.ts';
import { sum, type PeriodCounts, type Series } from './period-counts.ts';

// The figures come first. The library of the charts is loaded after them.
const ChartPlot = lazyPart(async () => (await import('./chart-plot.tsx')).ChartPlot);

interface ChartProps {
  /** The figure leads here. */
  readonly id: string;
  readonly name: string;
  readonly counts: PeriodCounts;
  readonly days: number;
}

export function Chart({ id, name, counts, days }: ChartProps) {
  const { adminConsole, overview: texts } = useTexts();
  return (
    <div id={id}>
      <Section title={name} hint={days === 1 ? texts.byHour : texts.byDay}>
        {sum(counts.totals) === 0 ? (
          <p>{texts.nothing(days)}</p>
        ) : (
          <div className={classes['chart']}>
            <Summary counts={counts} isByHour={days === 1} />
            <Suspense fallback={<div className={classes['plot']} />}>
              <ChartPlot name={name} counts={counts} isByHour={days === 1} />
            </Suspense>
            <Legend series={counts.series} />
            <details className={classes['details']}>
              <summary>{adminConsole.showTable}</summary>
              <CountTable name={name} counts={counts} isByHour={days === 1} />
            </details>
          </div>
        )}
      </Section>
    </div>
  );
}

interface CountsProps {
  readonly counts: PeriodCounts;
  readonly isByHour: boolean;
}

function Summary({ counts: { times, totals }, isByHour }: CountsProps) {
  const { overview: texts } = useTexts();
  const format = useNumberFormat();
  const { full } = useTimeFormat(isByHour);
  const highest = Math.max(...totals);
  const when = full(times[totals.indexOf(highest)] ?? '');
  return <p className={classes['summary']}>{texts.summary(format(sum(totals)), format(highest), when)}</p>;
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  const { overview: texts } = useTexts();
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  return (
    <ul className={classes['legend']}>
      {series.map((each, number) => (
        <li key={each.method}>
          <span aria-hidden="true" className={classes['swatch']} data-series={number} />
          <bdi>{nameOf(each)}</bdi> <strong>{each.total === 0 ? texts.noValues : format(each.total)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The newest first. Hours and days without anything are left out. */
function CountTable({
  name,
  counts: { times, series, totals },
  isByHour,
}: CountsProps & { readonly name: string }) {
  const { adminConsole, overview: texts } = useTexts();
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  const { full } = useTimeFormat(isByHour);
  const rows = times.map((time, index) => ({ time, index })).filter(({ index }) => totals[index] !== 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- with many methods the table scrolls, also by keyboard
    <div role="region" aria-label={adminConsole.tableOf(name)} tabIndex={0} className={classes['scroller']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{isByHour ? texts.hour : texts.day}</th>
            {series.map((each) => (
              <th key={each.method} scope="col">
                <bdi>{nameOf(each)}</bdi>
              </th>
            ))}
            {series.length > 1 && <th scope="col">{texts.total}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">
                <time dateTime={time}>{full(time)}</time>
              </th>
              {series.map(({ method, counts }) => (
                <td key={method}>{format(counts[index] ?? 0)}</td>
              ))}
              {series.length > 1 && <td>{format(totals[index] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
