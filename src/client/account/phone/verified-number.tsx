import { useState } from 'react';
import type { VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { useLocale, useTexts } from '../../language/texts.ts';
import { Badge } from '../badge.tsx';
import { useFormatDay } from '../format-day.ts';
import profileClasses from '../profile/profile.module.css';
import { drawsFlags, flagOf } from './flags.ts';
import classes from './phone.module.css';

export function VerifiedNumber({ phone }: { readonly phone: VerifiedPhone }) {
  const { common, phone: texts } = useTexts();
  const formatDay = useFormatDay();
  const countryNames = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const [hasFlags] = useState(drawsFlags);
  const { country, international, verifiedAt } = phone;
  return (
    <>
      <span className={classes['number']}>
        {hasFlags && country !== null && <span aria-hidden="true">{flagOf(country)} </span>}
        <bdi>{international}</bdi>
      </span>
      <Badge tone="good">{common.verified}</Badge>
      <p className={profileClasses['note']}>
        {country !== null && `${countryNames.of(country)} · `}
        {texts.since(formatDay(verifiedAt))}
      </p>
    </>
  );
}
