import type { ReactNode } from 'react';
import type { UserMethod } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, ItemLabel, List, ListItem } from '../../ui/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { DataIcon, KeyIcon, UserIcon, TerminalIcon } from '../../ui/icons.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';

const ICONS: Readonly<Record<UserMethod['kind'], ReactNode>> = {
  email: <MailIcon />,
  password: <KeyIcon />,
  phone: <TerminalIcon />,
  passkey: <PasskeyIcon />,
  provider: <UserIcon />,
  'authenticator-app': <TerminalIcon />,
  'recovery-codes': <DataIcon />,
};

export function SignInMethodsSection({ user: { id } }: { readonly user: User }) {
  const { person: texts } = useTexts();
  const formatDay = useFormatDay();
  const details = trpc.users.inspect.useQuery({ id });
  const signInMethods = details.data?.signInMethods ?? [];
  const removal = details.data?.secondFactorRemoval ?? null;
  return (
    <>
      <AdminQueryNotice query={details} />
      {removal !== null && (
        <Notice tone="calm" title={texts.removalWaits}>
          <p>
            <RelativeTime at={removal.runsAt} /> · <bdi>{removal.reason}</bdi>
          </p>
        </Notice>
      )}
      {!details.data && !details.isError && <Skeleton rows={2} />}
      {details.data && signInMethods.length === 0 && <p>{texts.noMethods}</p>}
      {signInMethods.length > 0 && (
        <List>
          {signInMethods.map((way) => (
            <ListItem
              key={JSON.stringify(way)}
              icon={ICONS[way.kind]}
              name={<bdi>{way.name ?? texts.signInMethods[way.kind]}</bdi>}
            >
              {way.name !== null && way.name !== texts.signInMethods[way.kind] && (
                <ItemDetails>{texts.signInMethods[way.kind]}</ItemDetails>
              )}
              {way.label !== null && (
                <ItemLabel>
                  <bdi>{way.kind === 'recovery-codes' ? texts.codesLeft(Number(way.label)) : way.label}</bdi>
                </ItemLabel>
              )}
              {!way.isConfirmed && <ItemDetails>{texts.notConfirmed}</ItemDetails>}
              {way.addedAt !== null && (
                <ItemDetails>
                  {texts.added} {formatDay(way.addedAt)}
                  {way.lastUsedAt !== null && (
                    <>
                      {` · ${texts.used} `}
                      <RelativeTime at={way.lastUsedAt} />
                    </>
                  )}
                </ItemDetails>
              )}
            </ListItem>
          ))}
        </List>
      )}
    </>
  );
}
