import { useId } from 'react';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { useDeviceName } from '../../ui/device-name.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useTexts } from '../../language/texts.ts';
import { EventIcon } from './event-icon.tsx';
import { useEventWords } from './event-words.ts';
import classes from './activity.module.css';

/** Events of other people or of the system, which the person cannot recognise. */
const NOT_BY_PERSON: ReadonlySet<Activity['kind']> = new Set(['phone-taken', 'unproven-methods-removed']);

const FAILED: ReadonlySet<Activity['kind']> = new Set(['sign-in-failed', 're-authentication-failed']);

export function EventItem({ event }: { readonly event: Activity }) {
  const texts = useTexts().activity;
  const words = useEventWords()(event);
  const factsId = useId();
  return (
    <li className={classes['item']} tabIndex={-1} data-event={event.id}>
      <span className={classes['icon']} data-tone={FAILED.has(event.kind) ? 'problem' : 'plain'}>
        <EventIcon kind={event.kind} />
      </span>
      <div className={classes['text']}>
        <p className={classes['name']}>{words}</p>
        <EventFacts id={factsId} event={event} />
      </div>
      {!NOT_BY_PERSON.has(event.kind) && (
        <ButtonLink
          to="/account/activity/secure"
          state={{ unrecognised: event }}
          variant="subtle"
          size="compact-sm"
          className={classes['button'] ?? ''}
          aria-label={texts.notMeAbout(words)}
          aria-describedby={factsId}
        >
          {texts.notMe}
        </ButtonLink>
      )}
    </li>
  );
}

interface EventFactsProps {
  readonly id?: string;
  readonly event: Activity;
}

/** The time, device and IP address of an event. */
export function EventFacts({ id, event: { at, device, ip } }: EventFactsProps) {
  const nameOf = useDeviceName();
  const isKnown = device.browser !== null || device.system !== null;
  return (
    <p id={id} className={classes['details']}>
      <RelativeTime at={at} />
      {isKnown && ` · ${nameOf(device)}`}
      {ip !== null && (
        <>
          {' · '}
          <bdi>{ip}</bdi>
        </>
      )}
    </p>
  );
}
