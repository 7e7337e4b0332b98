import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ListedSession } from '../../../shared/schemas/session.ts';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { useDeviceName } from '../../ui/device-name.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useTexts } from '../../language/texts.ts';
import { Badge } from '../badge.tsx';
import { ItemDetails, ListItem } from '../list.tsx';

interface DeviceItemProps {
  readonly session: ListedSession;
  readonly isEnding?: boolean;
  /** Missing for this device, which signs out by the sign-out page. */
  readonly onEnd?: () => void;
}

export function DeviceItem({ session, isEnding = false, onEnd }: DeviceItemProps) {
  const texts = useTexts().devices;
  const deviceName = useDeviceName()(session.device);
  const name = session.byAdministrator ? texts.administrator : deviceName;
  const detailsId = useId();
  return (
    <ListItem
      icon={<DeviceIcon kind={session.device.kind} size={22} />}
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
            aria-describedby={detailsId}
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
      {!session.byAdministrator && (
        <ItemDetails>
          {texts.expires} <RelativeTime at={session.expires} /> {texts.ifUnused}
        </ItemDetails>
      )}
    </ListItem>
  );
}
