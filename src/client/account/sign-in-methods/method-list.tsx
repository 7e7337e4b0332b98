import { useEffect, useState } from 'react';
import { at } from '../../base-path.ts';
import { useProviderNavigation } from '../../features/session/external-navigation.ts';
import { useSignInMethodsChanged } from '../../features/session/use-sign-in-methods-changed.ts';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import type { PhoneStatus, VerifiedPhone } from '../../../shared/schemas/phone.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useVerify } from '../../features/verify/verify-context.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { List, ListItem, ItemDetails, ItemLabel } from '../../ui/list.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { PasskeyMethods } from '../passkeys/passkey-methods.tsx';
import { PasswordMethod } from '../password/password-method.tsx';
import { Section } from '../../ui/section.tsx';
import { ConnectedAccount } from './connected-account.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DeviceIcon } from '../../ui/device-icons.tsx';

interface MethodListProps {
  readonly accounts: readonly Account[];
  readonly providers: readonly Provider[];
  readonly profile: Profile;
  readonly password: PasswordStatus;
  readonly passkeys: PasskeyList;
  readonly phone: PhoneStatus;
}

interface AccountId {
  readonly provider: string;
  readonly providerAccountId: string;
}

export function MethodList(props: MethodListProps) {
  const { accounts, providers, profile, password, passkeys, phone } = props;
  const texts = useTexts().signInMethods;
  const [accountToRemove, setAccountToRemove] = useState<Account | null>(null);
  const { notice, show, showSuccess, clear } = useNotice();
  const { message } = useVerify();
  const utils = trpc.useUtils();
  const signInMethodsChanged = useSignInMethodsChanged();
  const linking = useLinkAccount();
  const { leaving } = linking;
  const providerOf = ({ provider }: AccountId) =>
    providers.find(({ id }) => id === provider) ?? { name: provider };

  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    storeAs: 'unlink',
    onSuccess: (remainingAccounts, account) => {
      signInMethodsChanged('accounts');
      utils.accounts.list.setData(undefined, remainingAccounts);
      const { name } = providerOf(account);
      showSuccess(({ signInMethods }) => signInMethods.removed(name));
      setAccountToRemove(null);
    },
    // The list was out of date, for example because of another tab.
    onError: () => signInMethodsChanged(),
    onVerify: () => setAccountToRemove(null),
  });
  const failure = unlink.failure ?? linking.failure;
  const wait = useRetryWait(failure);
  const isDisabled = leaving !== null || wait > 0;
  const isRemoving = (account: Account) =>
    !accountToRemove && unlink.isPending && isSame(account, unlink.variables);
  const startAction = (action: () => void) => {
    clear();
    unlink.reset();
    linking.reset();
    action();
  };

  const isPasswordLeftOut = message?.outcome === 'password-left-out' && password.changedAt === null;
  useEffect(() => {
    if (!isPasswordLeftOut) return;
    show(({ ownPassword }) => (
      <Notice tone="calm" title={ownPassword.leftOutTitle} takeFocus>
        <p>{ownPassword.leftOut}</p>
      </Notice>
    ));
  }, [isPasswordLeftOut, show]);

  const offeredProviders = providers.filter(({ type }) => type !== 'email');
  // An account stays when the operator no longer offers its provider.
  const providerIds = new Set([
    ...offeredProviders.map(({ id }) => id),
    ...accounts.map(({ provider }) => provider),
  ]);
  const itemsOf = (id: string) => {
    const connectedAccounts = accounts.filter(({ provider }) => provider === id);
    const provider = offeredProviders.find((each) => each.id === id);
    if (connectedAccounts.length === 0 && provider)
      return (
        <ConnectableProvider
          key={id}
          provider={provider}
          isLeaving={leaving === id}
          disabled={isDisabled && leaving !== id}
          onConnect={() => startAction(() => linking.link({ provider: id, isReconnect: false }))}
        />
      );
    return connectedAccounts.map((account) => (
      <ConnectedAccount
        key={`${id}:${account.providerAccountId}`}
        account={account}
        provider={providerOf(account)}
        isRemoving={isRemoving(account)}
        isReconnecting={leaving === id}
        disabled={isDisabled}
        onRemove={() => startAction(() => setAccountToRemove(account))}
        onReconnect={() => startAction(() => linking.link({ provider: id, isReconnect: true }))}
      />
    ));
  };

  return (
    <Section title={texts.list} hint={texts.listHint}>
      {notice}
      {failure && !accountToRemove && <ErrorNotice error={failure} takeFocus />}
      <List>
        <EmailMethod profile={profile} />
        <PasswordMethod
          status={password}
          profile={profile}
          onStart={() => startAction(() => {})}
          onDone={(outcome) => showSuccess(({ ownPassword }) => ownPassword[outcome])}
        />
        <PasskeyMethods
          passkeys={passkeys.passkeys}
          onStart={() => startAction(() => {})}
          onDone={({ tone, text }) =>
            show((allTexts) => (
              <Notice tone={tone} takeFocus>
                <p>{text(allTexts.passkeys)}</p>
              </Notice>
            ))
          }
        />
        {phone.signsIn && <PhoneMethod phone={phone.phone} />}
        {[...providerIds].map(itemsOf)}
      </List>
      {accountToRemove && (
        <ConfirmDialog
          title={texts.removeTitle(providerOf(accountToRemove).name)}
          meaning={texts.removeWarning(
            providerOf(accountToRemove).name,
            accountToRemove.labelIsId ? texts.accountId(accountToRemove.label) : accountToRemove.label,
          )}
          mutation={unlink}
          onClose={() => setAccountToRemove(null)}
          onConfirm={() => {
            const { provider, providerAccountId } = accountToRemove;
            unlink.run({ provider, providerAccountId });
          }}
        />
      )}
    </Section>
  );
}

function isSame(one: AccountId, other: AccountId | undefined): boolean {
  return one.provider === other?.provider && one.providerAccountId === other.providerAccountId;
}

const RETURN_PATH = '/account/sign-in-methods';

/** Connects or reconnects a provider. Only one of both can run at a time. */
function useLinkAccount() {
  const utils = trpc.useUtils();
  const goToProvider = useProviderNavigation();
  const link = useSensitiveMutation({
    perform: async ({ provider, isReconnect }: { provider: string; isReconnect: boolean }) => {
      const callbackUrl = at(isReconnect ? `${RETURN_PATH}?reconnect=yes` : RETURN_PATH);
      const { url } = await utils.client.accounts.link.mutate({ provider, callbackUrl });
      goToProvider(url, provider);
    },
    storeAs: 'link',
  });
  usePageRestored(link.reset);
  return {
    link: link.run,
    reset: link.reset,
    failure: link.failure,
    /** The id of the provider that the browser is going to. */
    leaving: link.isPending || link.isSuccess ? (link.variables?.provider ?? null) : null,
  };
}

interface ConnectableProviderProps {
  readonly provider: Provider;
  /** The browser is going to this provider. */
  readonly isLeaving: boolean;
  readonly disabled: boolean;
  readonly onConnect: () => void;
}

function ConnectableProvider(props: ConnectableProviderProps) {
  const { provider, isLeaving, disabled, onConnect } = props;
  const texts = useTexts().signInMethods;
  return (
    <ListItem
      icon={<ProviderMark provider={provider} size="large" />}
      name={provider.name}
      isShort
      actions={
        <Button
          variant="default"
          aria-label={texts.connectProvider(provider.name)}
          loading={isLeaving}
          disabled={disabled}
          onClick={onConnect}
        >
          {texts.connect}
        </Button>
      }
    />
  );
}

/** The address is added and confirmed on the profile page. */
function EmailMethod({ profile: { email, emailVerified } }: { readonly profile: Profile }) {
  const { signInMethods: texts, email: emailTexts, common } = useTexts();
  const isUsable = email !== null && emailVerified;
  return (
    <ListItem
      icon={<MailIcon />}
      name={
        <>
          {texts.emailLink}
          {email !== null && (
            <Badge tone={emailVerified ? 'good' : 'plain'}>
              {emailVerified ? common.verified : common.unverified}
            </Badge>
          )}
        </>
      }
      {...(!isUsable && {
        actions: (
          <ButtonLink to="/account" hash="email" variant="default">
            {email === null ? emailTexts.add : emailTexts.confirmThis}
          </ButtonLink>
        ),
      })}
    >
      {email !== null && <ItemLabel>{email}</ItemLabel>}
      <ItemDetails>{texts.emailLinkHint}</ItemDetails>
    </ListItem>
  );
}

/** On sites where a phone number signs in. The profile page adds and changes the number. */
function PhoneMethod({ phone }: { readonly phone: VerifiedPhone | null }) {
  const { signInMethods: texts, phone: phoneTexts, common } = useTexts();
  return (
    <ListItem
      icon={<DeviceIcon kind="phone" />}
      name={
        <>
          {phoneTexts.title}
          {phone && <Badge tone="good">{common.verified}</Badge>}
        </>
      }
      actions={
        <ButtonLink
          to="/account"
          hash="phone"
          variant="default"
          {...(phone && { 'aria-label': phoneTexts.change })}
        >
          {phone ? common.change : phoneTexts.add}
        </ButtonLink>
      }
    >
      {phone && <ItemLabel>{phone.international}</ItemLabel>}
      <ItemDetails>{texts.phoneCodeHint}</ItemDetails>
    </ListItem>
  );
}
