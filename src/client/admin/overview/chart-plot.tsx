import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useCallback, useState, type CSSProperties, type PointerEvent } from 'react';
import { useLocale, useTexts } from '../../language/texts.ts';
import classes from './overview.module.css';
import { useNumberFormat, useSeriesName, useTimeFormat } from './overview-words.ts';
import type { PeriodCounts } from './period-counts.ts';

interface ChartPlotProps {
  readonly name: string;
  readonly counts: PeriodCounts;
  readonly isByHour: boolean;
}

// In pixels.
const HEIGHT = 208;
const PLOT_TOP = 8;
const PLOT_HEIGHT = 172;
/** Beside the plot: the numbers of the axis. */
const AXIS_WIDTH = 44;
/** Half of the last time of the other axis. */
const END_WIDTH = 24;
const TIME_WIDTH = 68;

/**
 * A range input lies over the plot, so that keyboard, touch and screen readers choose an hour or day as they
 * choose any value.
 */
export function ChartPlot({ name, counts, isByHour }: ChartPlotProps) {
  const { times } = counts;
  const describe = useDescription(isByHour);
  const { width, isFromRight, measured } = usePlace();
  const plotWidth = Math.max(0, width - AXIS_WIDTH - END_WIDTH);
  const left = isFromRight ? END_WIDTH : AXIS_WIDTH;
  const [shown, setShown] = useState<number | null>(null);
  const newest = times.length - 1;

  const showAt = ({ currentTarget, clientX }: PointerEvent) => {
    const part = (clientX - currentTarget.getBoundingClientRect().left - left) / plotWidth;
    const index = Math.floor((isFromRight ? 1 - part : part) * times.length);
    setShown(Math.min(newest, Math.max(0, index)));
  };
  return (
    <div
      ref={measured}
      className={classes['plot']}
      onPointerMove={showAt}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) setShown(null);
      }}
    >
      {plotWidth > 0 && <Bars {...{ counts, isByHour, isFromRight, plotWidth, left, shown }} />}
      <input
        type="range"
        aria-label={name}
        aria-valuetext={describe(counts, shown ?? newest)}
        min={0}
        max={newest}
        value={shown ?? newest}
        // A thumb as wide as a bar: a press chooses the bar below the pointer.
        style={{ left, width: plotWidth, '--bar': `${plotWidth / times.length}px` } as CSSProperties}
        onChange={({ currentTarget }) => setShown(Number(currentTarget.value))}
        onFocus={() => setShown((last) => last ?? newest)}
        onBlur={() => setShown(null)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setShown(null);
        }}
      />
      {shown !== null && (
        <Values
          counts={counts}
          index={shown}
          isByHour={isByHour}
          center={left + ((isFromRight ? newest - shown : shown) + 0.5) * (plotWidth / times.length)}
          width={width}
        />
      )}
    </div>
  );
}

/** The width in pixels and the direction, before the first paint and after each change of the width. */
function usePlace() {
  const [place, setPlace] = useState({ width: 0, isFromRight: false });
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () =>
      setPlace({ width: element.clientWidth, isFromRight: getComputedStyle(element).direction === 'rtl' });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ...place, measured };
}

interface BarsProps extends Omit<ChartPlotProps, 'name'> {
  readonly isFromRight: boolean;
  readonly plotWidth: number;
  readonly left: number;
  readonly shown: number | null;
}

function Bars({ counts, isByHour, isFromRight, plotWidth, left, shown }: BarsProps) {
  const { times, series, totals } = counts;
  const format = useNumberFormat();
  const { short } = useTimeFormat(isByHour);
  const x = scaleBand({ domain: [...times], range: isFromRight ? [plotWidth, 0] : [0, plotWidth] });
  const y = scaleLinear({ domain: [0, Math.max(...totals)], range: [PLOT_HEIGHT, 0], nice: 4 });
  const keys = series.map((_, number) => String(number));
  const data = times.map((_, index) => ({ index, time: times[index] ?? '' }));
  const numbers = y.ticks(4).filter((each) => Number.isInteger(each));
  const gap = Math.min(x.bandwidth() * 0.3, 8);
  // The newest time always has its label.
  const every = Math.ceil(times.length / Math.max(2, Math.floor(plotWidth / TIME_WIDTH)));
  const labelled = times.filter((_, index) => (times.length - 1 - index) % every === 0);
  const shownTime = shown === null ? undefined : times[shown];
  return (
    <svg aria-hidden="true" focusable="false" height={HEIGHT} className={classes['bars']}>
      <g transform={`translate(${left} ${PLOT_TOP})`}>
        {shownTime !== undefined && (
          <rect className={classes['shown']} x={x(shownTime)} width={x.bandwidth()} height={PLOT_HEIGHT} />
        )}
        {numbers.map((each) => (
          <g key={each}>
            <line className={classes['line']} x2={plotWidth} y1={y(each)} y2={y(each)} />
            {/* From right to left, the end of a text is on its left. */}
            <text
              className={classes['tick']}
              x={isFromRight ? plotWidth + 8 : -8}
              y={y(each)}
              dy="0.32em"
              textAnchor="end"
            >
              {format(each)}
            </text>
          </g>
        ))}
        {labelled.map((time) => (
          <text
            key={time}
            className={classes['tick']}
            x={(x(time) ?? 0) + x.bandwidth() / 2}
            y={PLOT_HEIGHT + 22}
            textAnchor="middle"
          >
            {short(time)}
          </text>
        ))}
        <BarStack
          data={data}
          keys={keys}
          value={({ index }, key) => series[Number(key)]?.counts[index] ?? 0}
          x={({ time }) => time}
          xScale={x}
          yScale={y}
          color={scaleOrdinal({ domain: keys, range: keys })}
        >
          {(stacks) =>
            stacks.flatMap(({ index: number, bars }) =>
              bars
                .filter(({ height }) => height > 0)
                .map((bar) => (
                  <rect
                    key={`${number} ${bar.index}`}
                    data-series={number}
                    x={bar.x + gap / 2}
                    y={bar.y}
                    width={bar.width - gap}
                    // A line of one pixel divides it from the one below.
                    height={Math.max(1, number === 0 ? bar.height : bar.height - 1)}
                  />
                )),
            )
          }
        </BarStack>
      </g>
    </svg>
  );
}

interface ValuesProps extends Omit<ChartPlotProps, 'name'> {
  readonly index: number;
  /** From the left, in pixels. */
  readonly center: number;
  readonly width: number;
}

/** Screen readers get the text of the range input. */
function Values({ counts: { times, series, totals }, index, isByHour, center, width }: ValuesProps) {
  const { overview: texts } = useTexts();
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  const { full } = useTimeFormat(isByHour);
  const isOnLeft = center > width / 2;
  return (
    <div
      aria-hidden="true"
      className={classes['values']}
      style={isOnLeft ? { right: width - center + 12 } : { left: center + 12 }}
    >
      <p>{full(times[index] ?? '')}</p>
      <dl>
        {series.map((each, number) => (
          <div key={each.method}>
            <dt>
              <span className={classes['swatch']} data-series={number} />
              <bdi>{nameOf(each)}</bdi>
            </dt>
            <dd>{format(each.counts[index] ?? 0)}</dd>
          </div>
        ))}
        {series.length > 1 && (
          <div>
            <dt>{texts.total}</dt>
            <dd>{format(totals[index] ?? 0)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** Such as "22 Nov 2026: Password 3, Passkey 1". */
function useDescription(isByHour: boolean): (counts: PeriodCounts, index: number) => string {
  const { overview: texts } = useTexts();
  const nameOf = useSeriesName();
  const format = useNumberFormat();
  const { full } = useTimeFormat(isByHour);
  const list = new Intl.ListFormat(useLocale(), { style: 'short', type: 'unit' });
  return ({ times, series }, index) => {
    const values = series.flatMap((each) => {
      const count = each.counts[index] ?? 0;
      return count === 0 ? [] : [`${nameOf(each)} ${format(count)}`];
    });
    return `${full(times[index] ?? '')}: ${values.length === 0 ? texts.noValues : list.format(values)}`;
  };
}
