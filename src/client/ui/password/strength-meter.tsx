import { useEffect, useState } from 'react';
import type { Strength } from './strength.ts';
import classes from './strength-meter.module.css';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { useTexts } from '../../language/texts.ts';

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
  const [settled, settle] = useState(password);
  const [strength, setStrength] = useState<Strength | null>(null);
  const isBegun = password !== '';

  useEffect(() => {
    if (isBegun) void import('./strength.ts').catch(() => undefined);
  }, [isBegun]);
  useEffect(() => {
    const timer = setTimeout(settle, REST_MS, password);
    return () => clearTimeout(timer);
  }, [password]);
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
  const words = useWords(shown);
  return (
    <div className={classes['meter']}>
      <div aria-hidden className={classes['bars']} data-enough={shown === null || shown.faults.length === 0}>
        {BARS.map((bar) => (
          <span key={bar} data-filled={shown !== null && bar <= shown.bars} />
        ))}
      </div>
      <p role="status" className={classes['words']}>
        {words}
      </p>
    </div>
  );
}

function useWords(strength: Strength | null): string | null {
  const { password: texts, issues } = useTexts();
  if (strength === null) return null;
  const { bars, faults, length } = strength;
  if (faults.length === 0) return texts.strength(texts.strengths[bars - 1] ?? texts.strengths[3]);
  return faults
    .map((fault) =>
      fault === 'too-short' ? texts.tooShort(length, PASSWORD_MIN_LENGTH) : issues[`password-${fault}`],
    )
    .join(' ');
}
