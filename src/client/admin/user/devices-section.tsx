import type { User } from '../../../shared/schemas/users.ts';
import { ItemDetails, List, ListItem } from '../../ui/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { AppIcon } from '../../ui/device-icons.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { DevicesIcon } from '../../ui/icons.tsx';
import { useSessionName } from '../../ui/device-name.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';

export function DevicesSection({ user: { id } }: { readonly user: User }) {
  const { devices: words, person: texts } = useTexts();
  const nameOf = useSessionName();
  const details = trpc.users.inspect.useQuery({ id });
  const devices = details.data?.devices ?? [];
  const usableTokens = details.data?.accessTokens.filter(({ expired }) => !expired).length ?? 0;
  return (
    <>
      <AdminQueryNotice query={details} />
      {!details.data && !details.isError && <Skeleton rows={1} />}
      {details.data && devices.length === 0 && (
        <EmptyList>
          <p>{texts.noDevices}</p>
        </EmptyList>
      )}
      {devices.length > 0 && (
        <List>
          {devices.map((session) => (
            <ListItem
              key={session.id}
              icon={session.app ? <AppIcon /> : <DevicesIcon />}
              name={nameOf(session)}
            >
              <ItemDetails>
                {words.lastSeen} <RelativeTime at={session.lastSeenAt} />
                {session.ip !== null && (
                  <>
                    {` ${words.from} `}
                    <bdi>{session.ip}</bdi>
                  </>
                )}
              </ItemDetails>
            </ListItem>
          ))}
        </List>
      )}
      {usableTokens > 0 && <p>{texts.accessTokens(usableTokens)}</p>}
    </>
  );
}
