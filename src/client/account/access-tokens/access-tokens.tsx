import { useState } from 'react';
import type { AccessToken, CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../section.tsx';
import { CreatedToken } from './created-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenItem } from './token-item.tsx';
import classes from './access-tokens.module.css';

/** The access tokens of a person, and the form for a new one. */
export function AccessTokensPage() {
  const texts = useTexts().accessTokens;
  const utils = trpc.useUtils();
  const tokens = trpc.accessTokens.list.useQuery();
  const [tokenToRevoke, setTokenToRevoke] = useState<AccessToken | null>(null);
  /** Only in this state: after this page, nobody can show the token again. */
  const [createdToken, setCreatedToken] = useState<CreatedAccessToken | null>(null);
  /** The result of the last action. It takes the focus, because the pressed button is gone. */
  const [notice, setNotice] = useState<{ readonly key: number; readonly text: string } | null>(null);

  const removeFromList = (ended: AccessToken, text: string) => {
    utils.accessTokens.list.setData(undefined, (listed) => listed?.filter(({ id }) => id !== ended.id));
    void utils.activity.invalidate();
    if (createdToken?.accessToken.id === ended.id) setCreatedToken(null);
    setTokenToRevoke(null);
    setNotice((last) => ({ key: (last?.key ?? 0) + 1, text }));
  };
  const revoke = trpc.accessTokens.revoke.useMutation();
  const revokeToken = (token: AccessToken) => {
    setNotice(null);
    revoke.mutate(
      { id: token.id },
      {
        onSuccess: () =>
          removeFromList(token, token.expired ? texts.removed(token.name) : texts.revoked(token.name)),
        // Another tab was faster.
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
      {notice && (
        <Notice key={notice.key} tone="success" takeFocus>
          <p>{notice.text}</p>
        </Notice>
      )}
      <QueryErrorNotice query={tokens} />
      {createdToken && (
        <CreatedToken
          key={createdToken.accessToken.id}
          created={createdToken}
          onDone={() => setCreatedToken(null)}
        />
      )}
      <Section title={texts.listTitle} hint={texts.listHint}>
        {tokens.isPending && <Skeleton rows={1} />}
        {tokens.data?.length === 0 && (
          <p>
            {texts.none} {texts.noneMeaning}
          </p>
        )}
        {tokens.data && tokens.data.length > 0 && (
          <ul className={classes['list']}>
            {tokens.data.map((token) => (
              <TokenItem
                key={token.id}
                token={token}
                isEnding={revoke.isPending && tokenToRevoke === null && revoke.variables.id === token.id}
                onEnd={() => {
                  setNotice(null);
                  revoke.reset();
                  // An expired token gives no access, so no question is needed.
                  if (token.expired) revokeToken(token);
                  else setTokenToRevoke(token);
                }}
              />
            ))}
          </ul>
        )}
        <TextLink to="/developers" size="sm">
          {texts.developers}
        </TextLink>
      </Section>
      <NewTokenForm
        onCreated={(created) => {
          setNotice(null);
          setCreatedToken(created);
          utils.accessTokens.list.setData(undefined, (listed) => listed && [created.accessToken, ...listed]);
          void utils.activity.invalidate();
        }}
      />
      <RevokeTokenDialog
        token={tokenToRevoke}
        isPending={revoke.isPending}
        failure={failure?.code === 'NOT_FOUND' ? null : failure}
        onClose={() => setTokenToRevoke(null)}
        onRevoke={revokeToken}
      />
    </>
  );
}
