import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Strength } from './strength.ts';
import classes from './strength-meter.module.css';

/** Milliseconds of rest before it is judged and read out: nobody wants to hear of every letter. */
const REST_MS = 300;
const BARS = [1, 2, 3, 4] as const;

interface StrengthMeterProps {
  readonly password: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** What the password is worth, and why. What it is judged by is fetched with the first letter; without it the server judges alone. */
export function StrengthMeter({ password, email, name }: StrengthMeterProps) {
  const [settled] = useDebouncedValue(password, REST_MS);
  const [strength, setStrength] = useState<Strength | null>(null);
  const isBegun = password !== '';

  useEffect(() => {
    if (isBegun) void import('./strength.ts').catch(() => undefined);
  }, [isBegun]);
  useEffect(() => {
    if (settled === '') return setStrength(null);
    let isCurrent = true;
    import('./strength.ts').then(
      ({ strengthOf }) => isCurrent && setStrength(strengthOf(settled, { email, name })),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [settled, email, name]);

  const shown = isBegun ? strength : null;
  return (
    <div className={classes['meter']}>
      <div aria-hidden className={classes['bars']} data-enough={shown?.isEnough ?? true}>
        {BARS.map((bar) => (
          <span key={bar} data-filled={shown !== null && bar <= shown.bars} />
        ))}
      </div>
      <p role="status" className={classes['words']}>
        {shown && (shown.isEnough ? `Strength: ${shown.words.toLowerCase()}.` : shown.words)}
      </p>
    </div>
  );
}
