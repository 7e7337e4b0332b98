import { useEffect, useState } from 'react';
import type { Strength } from './strength.ts';
import classes from './strength-meter.module.css';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { useBrand } from '../brand.ts';
import { useTexts } from '../../language/texts.ts';

/** Milliseconds without a key, so that a screen reader does not announce every letter. */
const REST_MS = 300;
const BARS = [1, 2, 3, 4] as const;

interface StrengthMeterProps {
  readonly password: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** The estimator is loaded with the first letter. Without it, only the server checks. */
export function StrengthMeter({ password, email, name }: StrengthMeterProps) {
  const { name: appName } = useBrand();
  const [pausedPassword, setPausedPassword] = useState(password);
  const [strength, setStrength] = useState<Strength | null>(null);
  const isStarted = password !== '';

  useEffect(() => {
    if (isStarted) void import('./strength.ts').catch(() => undefined);
  }, [isStarted]);
  useEffect(() => {
    const timer = setTimeout(setPausedPassword, REST_MS, password);
    return () => clearTimeout(timer);
  }, [password]);
  useEffect(() => {
    if (pausedPassword === '') return setStrength(null);
    let isCurrent = true;
    import('./strength.ts').then(
      ({ strengthOf }) => isCurrent && setStrength(strengthOf(pausedPassword, { appName, email, name })),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [pausedPassword, appName, email, name]);

  const shown = isStarted ? strength : null;
  const text = useWords(shown);
  return (
    <div className={classes['meter']}>
      <div aria-hidden className={classes['bars']} data-enough={shown === null || shown.faults.length === 0}>
        {BARS.map((bar) => (
          <span key={bar} data-filled={shown !== null && bar <= shown.bars} />
        ))}
      </div>
      <p role="status" className={isStarted ? classes['words'] : undefined}>
        {text}
      </p>
    </div>
  );
}

function useWords(strength: Strength | null): string | null {
  const words = useTexts();
  if (strength === null) return null;
  const { password: texts } = words;
  const { bars, faults, length } = strength;
  if (faults.length === 0) return texts.strength(texts.strengths[bars - 1] ?? texts.strengths[3]);
  return faults
    .map((fault) =>
      // To read the issues loads their words, which the page needs only now.
      fault === 'too-short' ? texts.tooShort(length, PASSWORD_MIN_LENGTH) : words.issues[`password-${fault}`],
    )
    .join(' ');
}
