import type { User } from '../../../shared/schemas/users.ts';
import { ItemDetails, List, ListItem } from '../../account/list.tsx';
import { Section } from '../../account/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { AppIcon, DevicesIcon } from '../../ui/device-icons.tsx';
import { useSessionName } from '../../ui/device-name.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useUserAction } from './use-user-action.ts';

/** The section above shows why the devices cannot be read. */
export function DevicesSection({ user: { id } }: { readonly user: User }) {
  const { devices: words, person: texts } = useTexts();
  const nameOf = useSessionName();
  const utils = trpc.useUtils();
  const details = trpc.users.inspect.useQuery({ id });
  const end = useUserAction(
    (input: { id: string; reason: string }) => utils.client.users.endSessions.mutate(input),
    (pageTexts) => pageTexts.person.sessionsEnded,
  );
  const devices = details.data?.devices ?? [];
  const usableTokens = details.data?.accessTokens.filter(({ expired }) => !expired).length ?? 0;
  return (
    <Section
      title={texts.devicesTitle}
      action={
        devices.length > 0 && (
          <Button variant="default" isDangerous onClick={end.open}>
            {texts.endSessions}
          </Button>
        )
      }
    >
      {end.notice}
      {!details.data && !details.isError && <Skeleton rows={1} />}
      {details.data && devices.length === 0 && <p>{texts.noDevices}</p>}
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
      <ActionDialog
        action={end}
        title={texts.endSessions}
        meaning={texts.endSessionsMeaning}
        submit={texts.endSessions}
        isDangerous
        reason="read"
        onSubmit={(reason) => end.run({ id, reason })}
      />
    </Section>
  );
}
