import { useId } from 'react';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { useDeviceName } from '../../ui/device-name.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import { EventIcon } from './event-icon.tsx';
import { useEventWords } from './event-words.ts';
import classes from './activity.module.css';

/** By other people, the operator or the system: the person cannot recognise them. */
const NOT_BY_PERSON: ReadonlySet<Activity['kind']> = new Set([
  'phone-taken',
  'unverified-methods-removed',
  'second-factor-removal-requested',
]);

const FAILED: ReadonlySet<Activity['kind']> = new Set([
  'sign-in-failed',
  're-authentication-failed',
  'first-factor-passed',
]);

export function EventItem({ event }: { readonly event: Activity }) {
  const { activity: texts, devices } = useTexts();
  const words = useEventWords()(event);
  const factsId = useId();
  return (
    <ListItem
      tabIndex={-1}
      data-event={event.id}
      icon={<EventIcon kind={event.kind} />}
      iconTone={FAILED.has(event.kind) ? 'problem' : 'plain'}
      name={
        <>
          <span className={classes['words']}>{words}</span>
          {event.thisDevice && <Badge tone="good">{devices.thisDevice}</Badge>}
        </>
      }
      actionLook="quiet"
      {...(!NOT_BY_PERSON.has(event.kind) && {
        actions: (
          <ButtonLink
            to="/account/activity/secure"
            state={{ unrecognised: event }}
            variant="subtle"
            size="compact-sm"
            className={classes['notMe'] ?? ''}
            aria-label={texts.notMeAbout(words)}
            aria-describedby={factsId}
          >
            {texts.notMe}
          </ButtonLink>
        ),
      })}
    >
      <ItemDetails id={factsId}>
        <TimeOfDay at={event.at} />
        <EventOrigin event={event} />
      </ItemDetails>
    </ListItem>
  );
}

export function EventFacts({ event }: { readonly event: Activity }) {
  return (
    <ItemDetails>
      <RelativeTime at={event.at} />
      <EventOrigin event={event} />
    </ItemDetails>
  );
}

function EventOrigin({ event: { device, ip } }: { readonly event: Activity }) {
  const nameOf = useDeviceName();
  const isKnown = device.browser !== null || device.system !== null;
  return (
    <>
      {isKnown && ` · ${nameOf(device)}`}
      {ip !== null && (
        <>
          {' · '}
          <bdi>{ip}</bdi>
        </>
      )}
    </>
  );
}

function TimeOfDay({ at }: { readonly at: string }) {
  const locale = useIntlLocale();
  const time = new Date(at);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(time);
  return (
    <time dateTime={at} title={format({ dateStyle: 'full', timeStyle: 'long' })}>
      {format({ timeStyle: 'short' })}
    </time>
  );
}
