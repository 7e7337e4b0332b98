import { useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { useTexts } from '../../language/texts.ts';
import { EXPIRY_DAYS, expiryRange, type Expiry } from './expiry.ts';
import classes from './access-tokens.module.css';
import choices from '../../ui/choices.module.css';

interface ExpiryFieldProps {
  readonly id: string;
  readonly expiry: Expiry;
  readonly issue: string | undefined;
  readonly onChange: (expiry: Expiry) => void;
}

export function ExpiryField({ id, expiry, issue, onChange }: ExpiryFieldProps) {
  const texts = useTexts().accessTokens;
  const [{ first, last }] = useState(() => expiryRange(new Date()));
  const isDay = expiry.kind === 'day';
  return (
    <fieldset className={choices['group']}>
      <legend className={choices['legend']}>{texts.expiry}</legend>
      <div className={classes['choices']}>
        {EXPIRY_DAYS.map((days) => (
          <label key={days} className={choices['choice']}>
            <input
              type="radio"
              name={id}
              // If a day is chosen, an error is about the day field.
              {...(!isDay && expiry.days === days && { 'data-field': 'expires' })}
              checked={!isDay && expiry.days === days}
              onChange={() => onChange({ kind: 'days', days })}
            />
            <span>{texts.inDays(days)}</span>
          </label>
        ))}
        <label className={choices['choice']}>
          <input type="radio" name={id} checked={isDay} onChange={() => onChange({ kind: 'day', day: '' })} />
          <span>{texts.onADay}</span>
        </label>
      </div>
      {isDay && (
        <TextField
          data-field="expires"
          type="date"
          label={texts.day}
          size="md"
          className={classes['day'] ?? ''}
          min={first}
          max={last}
          value={expiry.day}
          onChange={(event) => onChange({ kind: 'day', day: event.currentTarget.value })}
          error={issue}
        />
      )}
      {!isDay && issue && <p className={choices['issue']}>{issue}</p>}
    </fieldset>
  );
}
