import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { arrangeByDay, type DayCounts, type Series } from './day-counts.ts';
import classes from './overview.module.css';

interface DayChartProps {
  readonly name: string;
  readonly counts: Overview['signIns'];
  readonly days: number;
}

/** Screen readers get no bars: the legend has the sums, and the table below every number. */
export function DayChart({ name, counts, days }: DayChartProps) {
  const { adminConsole, overview: texts } = useTexts();
  const now = useMinute();
  const dayCounts = arrangeByDay(counts, now, days);
  if (dayCounts.series.length === 0) return <p>{texts.nothing(days)}</p>;
  return (
    <div className={classes['chart']}>
      <Bars dayCounts={dayCounts} />
      <Legend series={dayCounts.series} />
      <details className={classes['details']}>
        <summary>{adminConsole.showTable}</summary>
        <CountTable name={name} dayCounts={dayCounts} />
      </details>
    </div>
  );
}

/** In the units of the drawing. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

function Bars({ dayCounts: { days, series, totals } }: { readonly dayCounts: DayCounts }) {
  const format = useNumberFormat();
  const highest = Math.max(...totals);
  return (
    <div aria-hidden="true">
      <p className={classes['highest']}>{format(highest)}</p>
      {/* The oldest day is first, also from right to left. */}
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        focusable="false"
        className={classes['bars']}
      >
        {days.map((day, index) => {
          let top = HEIGHT;
          return series.map(({ method, counts }, number) => {
            const height = ((counts[index] ?? 0) / highest) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${day} ${method}`}
                x={index * STEP + (STEP - BAR) / 2}
                y={top}
                width={BAR}
                height={height}
                data-series={number}
              />
            );
          });
        })}
      </svg>
      <p className={classes['ends']}>
        <Day day={days[0] ?? ''} />
        <Day day={days.at(-1) ?? ''} />
      </p>
    </div>
  );
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  return (
    <ul className={classes['legend']}>
      {series.map((each, number) => (
        <li key={each.method}>
          <span aria-hidden="true" className={classes['swatch']} data-series={number} />
          <bdi>{nameOf(each)}</bdi> <strong>{format(each.total)}</strong>
        </li>
      ))}
    </ul>
  );
}

interface CountTableProps {
  readonly name: string;
  readonly dayCounts: DayCounts;
}

/** The newest day first. Days without anything are left out. */
function CountTable({ name, dayCounts: { days, series, totals } }: CountTableProps) {
  const { adminConsole, overview: texts } = useTexts();
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  const rows = days.map((day, index) => ({ day, index })).filter(({ index }) => totals[index] !== 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- with many methods the table scrolls, also by keyboard
    <div role="region" aria-label={adminConsole.tableOf(name)} tabIndex={0} className={classes['scroller']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            {series.map((each) => (
              <th key={each.method} scope="col">
                <bdi>{nameOf(each)}</bdi>
              </th>
            ))}
            {series.length > 1 && <th scope="col">{texts.total}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ day, index }) => (
            <tr key={day}>
              <th scope="row">
                <Day day={day} />
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

/** A day in UTC, as the server counts. */
function Day({ day }: { readonly day: string }) {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={day}>{format.format(new Date(day))}</time>;
}

function useNumberFormat(): (count: number) => string {
  const format = new Intl.NumberFormat(useIntlLocale());
  return (count) => format.format(count);
}

/** The name of a method. New people have none, unless they were imported. */
function useSeriesName(): (series: Series) => string {
  const { overview: texts } = useTexts();
  const ownMethods: Readonly<Record<string, string>> = texts.methods;
  return ({ method, methodName }) => {
    if (method === null) return texts.otherMethods;
    if (method === '') return texts.newPeople;
    return (
      methodName ??
      method
        .split(' + ')
        .map((each) => ownMethods[each] ?? each)
        .join(' + ')
    );
  };
}
