import { useState } from 'react';
import type { AccessToken, CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryTrouble } from '../../ui/query-trouble.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../section.tsx';
import { MadeToken } from './made-token.tsx';
import { NewToken } from './new-token.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenItem } from './token-item.tsx';
import classes from './access-tokens.module.css';

/** What scripts sign in with: the tokens there are, and a new one, which is shown once. */
export function AccessTokensPage() {
  const texts = useTexts().accessTokens;
  const utils = trpc.useUtils();
  const tokens = trpc.accessTokens.list.useQuery();
  const [asking, setAsking] = useState<AccessToken | null>(null);
  /** Nowhere but here: once this page is left nobody can show it again. */
  const [made, setMade] = useState<CreatedAccessToken | null>(null);
  /** What was done last; it has the focus, since the button that did it is gone. */
  const [done, setDone] = useState<{ readonly key: number; readonly sentence: string } | null>(null);

  const leaveList = (gone: AccessToken, sentence: string) => {
    utils.accessTokens.list.setData(undefined, (listed) => listed?.filter(({ id }) => id !== gone.id));
    void utils.activity.invalidate();
    if (made?.accessToken.id === gone.id) setMade(null);
    setAsking(null);
    setDone((last) => ({ key: (last?.key ?? 0) + 1, sentence }));
  };
  const revoke = trpc.accessTokens.revoke.useMutation();
  const end = (token: AccessToken) => {
    setDone(null);
    revoke.mutate(
      { id: token.id },
      {
        onSuccess: () =>
          leaveList(token, token.expired ? texts.removed(token.name) : texts.revoked(token.name)),
        // Another tab was faster.
        onError: (error) => {
          if (toActionError(error).code === 'NOT_FOUND') leaveList(token, texts.goneAlready(token.name));
        },
      },
    );
  };
  const failure = revoke.error === null ? null : toActionError(revoke.error);

  return (
    <>
      <PageHeading title={texts.title} />
      {done && (
        <Notice key={done.key} tone="success" takeFocus>
          <p>{done.sentence}</p>
        </Notice>
      )}
      <QueryTrouble query={tokens} />
      {made && <MadeToken key={made.accessToken.id} made={made} onDone={() => setMade(null)} />}
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
                isEnding={revoke.isPending && asking === null && revoke.variables.id === token.id}
                onEnd={() => {
                  setDone(null);
                  revoke.reset();
                  // An expired one opens nothing, so there is nothing to ask.
                  if (token.expired) end(token);
                  else setAsking(token);
                }}
              />
            ))}
          </ul>
        )}
        <TextLink to="/developers" size="sm">
          {texts.developers}
        </TextLink>
      </Section>
      <NewToken
        onMade={(created) => {
          setDone(null);
          setMade(created);
          utils.accessTokens.list.setData(undefined, (listed) => listed && [created.accessToken, ...listed]);
          void utils.activity.invalidate();
        }}
      />
      <RevokeTokenDialog
        token={asking}
        isPending={revoke.isPending}
        failure={failure?.code === 'NOT_FOUND' ? null : failure}
        onClose={() => setAsking(null)}
        onRevoke={end}
      />
    </>
  );
}
