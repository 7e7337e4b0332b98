import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  AccessToken,
  CreateAccessTokenInput,
  CreatedAccessToken,
} from '../../../shared/schemas/access-tokens.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { List } from '../../ui/list.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { CreatedToken } from './created-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenItem } from './token-item.tsx';

export function AccessTokensPage() {
  const texts = useTexts().accessTokens;
  const utils = trpc.useUtils();
  const tokens = trpc.accessTokens.list.useQuery();
  const { notice, showSuccess, clear } = useNotice();
  const [isFormOpen, setFormOpen] = useState(false);
  const [tokenToRevoke, setTokenToRevoke] = useState<AccessToken | null>(null);
  /** Only in this state: nobody can show the token again. */
  const [createdToken, setCreatedToken] = useState<CreatedAccessToken | null>(null);
  const newTokenButton = useRef<HTMLButtonElement>(null);

  // Not in the form, which is closed after a verification at a provider.
  const create = useSensitiveMutation<CreateAccessTokenInput, CreatedAccessToken>({
    perform: (input) => utils.client.accessTokens.create.mutate(input),
    storeAs: 'create-access-token',
    onSuccess: (created) => {
      clear();
      setFormOpen(false);
      setCreatedToken(created);
      utils.accessTokens.list.setData(undefined, (listed) => listed && [created.accessToken, ...listed]);
      void utils.activity.invalidate();
    },
    onError: () => setFormOpen(true),
  });
  const openForm = () => {
    clear();
    create.reset();
    setCreatedToken(null);
    setFormOpen(true);
  };
  /** The button takes the focus when it is rendered again. */
  const backToList = (close: () => void) => {
    flushSync(close);
    newTokenButton.current?.focus();
  };

  const removeFromList = (ended: AccessToken, text: string) => {
    utils.accessTokens.list.setData(undefined, (listed) => listed?.filter(({ id }) => id !== ended.id));
    void utils.activity.invalidate();
    if (createdToken?.accessToken.id === ended.id) setCreatedToken(null);
    setTokenToRevoke(null);
    showSuccess(() => text);
  };
  const revoke = trpc.accessTokens.revoke.useMutation();
  const revokeToken = (token: AccessToken) => {
    clear();
    revoke.mutate(
      { id: token.id },
      {
        onSuccess: () =>
          removeFromList(token, token.expired ? texts.removed(token.name) : texts.revoked(token.name)),
        // Another tab may have revoked it.
        onError: (error) => {
          if (toActionError(error).code === 'NOT_FOUND') removeFromList(token, texts.goneAlready(token.name));
        },
      },
    );
  };
  const failure = revoke.error === null ? null : toActionError(revoke.error);

  return (
    <>
      <PageHeading title={texts.title} />
      {notice}
      <QueryErrorNotice query={tokens} />
      {createdToken && (
        <CreatedToken
          key={createdToken.accessToken.id}
          created={createdToken}
          onDone={() => backToList(() => setCreatedToken(null))}
        />
      )}
      {isFormOpen && (
        <NewTokenForm
          create={create}
          onCancel={() => {
            create.reset();
            backToList(() => setFormOpen(false));
          }}
        />
      )}
      <Section
        title={texts.listTitle}
        hint={texts.listHint}
        action={
          !isFormOpen &&
          !createdToken && (
            <Button ref={newTokenButton} leftSection={<PlusIcon size={16} />} onClick={openForm}>
              {texts.newTitle}
            </Button>
          )
        }
      >
        {tokens.isPending && <Skeleton rows={1} />}
        {tokens.data?.length === 0 && (
          <EmptyList>
            <p>
              {texts.none}{' '}
              <InterpolatedText text={texts.noneMeaning}>
                <TextLink to="/developers">{texts.procedures}</TextLink>
              </InterpolatedText>
            </p>
          </EmptyList>
        )}
        {tokens.data && tokens.data.length > 0 && (
          <>
            <List>
              {tokens.data.map((token) => (
                <TokenItem
                  key={token.id}
                  token={token}
                  isEnding={revoke.isPending && tokenToRevoke === null && revoke.variables.id === token.id}
                  onEnd={() => {
                    clear();
                    revoke.reset();
                    // An expired token gives no access, so no question is needed.
                    if (token.expired) revokeToken(token);
                    else setTokenToRevoke(token);
                  }}
                />
              ))}
            </List>
            <TextLink to="/developers" size="sm">
              {texts.developers}
            </TextLink>
          </>
        )}
      </Section>
      {tokenToRevoke && (
        <ConfirmDialog
          title={texts.revokeTitle(tokenToRevoke.name)}
          meaning={texts.revokeMeaning}
          action={texts.revoke}
          mutation={{ isPending: revoke.isPending, failure: failure?.code === 'NOT_FOUND' ? null : failure }}
          onClose={() => setTokenToRevoke(null)}
          onConfirm={() => revokeToken(tokenToRevoke)}
        />
      )}
    </>
  );
}
