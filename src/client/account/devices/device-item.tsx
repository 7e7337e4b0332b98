import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { AppIcon, DeviceIcon } from '../../ui/device-icons.tsx';
import { useSessionName } from '../../ui/device-name.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNameList } from '../../language/name-list.ts';
import { useTexts } from '../../language/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ItemDetails, ListItem } from '../../ui/list.tsx';

interface DeviceItemProps {
  readonly session: ListedSession;
  /** The names of the apps that are signed out with this device. */
  readonly apps: readonly string[];
  readonly isEnding?: boolean;
  /** Missing for this device, which signs out by the sign-out page. */
  readonly onEnd?: () => void;
}

export function DeviceItem({ session, apps, isEnding = false, onEnd }: DeviceItemProps) {
  const texts = useTexts().devices;
  const name = useSessionName()(session);
  const listOf = useNameList();
  const detailsId = useId();
  const appsId = useId();
  return (
    <ListItem
      icon={session.app ? <AppIcon size={22} /> : <DeviceIcon kind={session.device.kind} size={22} />}
      name={
        <>
          {name}
          {session.current && <Badge tone="good">{texts.thisDevice}</Badge>}
        </>
      }
      actions={
        onEnd ? (
          <Button
            variant="default"
            isDangerous
            aria-label={texts.signOutOf(name)}
            aria-describedby={apps.length > 0 ? `${detailsId} ${appsId}` : detailsId}
            loading={isEnding}
            onClick={onEnd}
          >
            {texts.signOut}
          </Button>
        ) : (
          <ButtonLink to="/sign-out" variant="default" preload={false}>
            {texts.signOut}
          </ButtonLink>
        )
      }
    >
      <ItemDetails id={detailsId}>
        {session.current ? (
          texts.activeNow
        ) : (
          <>
            {texts.lastSeen} <RelativeTime at={session.lastSeenAt} />
          </>
        )}
        {' · '}
        {session.byAdministrator ? (
          <>
            {texts.beganToAct} <RelativeTime at={session.createdAt} />
          </>
        ) : (
          <>
            {texts.signedIn} <RelativeTime at={session.createdAt} /> {texts.from}{' '}
            <bdi>{session.ip ?? texts.unknownPlace}</bdi>
          </>
        )}
      </ItemDetails>
      {apps.length > 0 && <ItemDetails id={appsId}>{texts.endsApps(listOf(apps))}</ItemDetails>}
      {!session.byAdministrator && (
        <ItemDetails>
          {texts.expires} <RelativeTime at={session.expires} /> {texts.ifUnused}
        </ItemDetails>
      )}
    </ListItem>
  );
}
