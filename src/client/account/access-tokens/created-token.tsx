import { at } from '../../base-path.ts';
import { Button } from '../../ui/button.tsx';
import type { CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { Section } from '../../ui/section.tsx';
import type { Scope } from '../../../shared/scopes.ts';

interface CreatedTokenProps {
  readonly created: CreatedAccessToken;
  readonly onDone: () => void;
}

export function CreatedToken({ created, onDone }: CreatedTokenProps) {
  const texts = useTexts().accessTokens;
  const { token, accessToken } = created;
  return (
    <Section title={texts.madeTitle(accessToken.name)}>
      <Notice tone="success" takeFocus>
        <p>{texts.madeOnce}</p>
      </Notice>
      <CopyField label={texts.token} text={token} action={texts.copyToken} />
      <CopyField
        label={texts.tryIt}
        text={curlCommand(location.origin + at(''), token, accessToken.scopes)}
        action={texts.copyCommand}
      />
      <div>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </Section>
  );
}

/** A scope that only changes something has no example. */
const EXAMPLES: Readonly<Record<Scope, string | null>> = {
  'profile:read': 'profile.get',
  'profile:write': null,
  'email:read': 'email.get',
  'phone:read': 'phone.get',
  'accounts:read': 'accounts.list',
  'sessions:read': 'session.list',
  'sessions:write': null,
  'activity:read': 'activity.list',
  'tokens:read': 'accessTokens.list',
};

function curlCommand(origin: string, token: string, scopes: readonly string[]): string {
  const examples = new Map<string, string | null>(Object.entries(EXAMPLES));
  const procedure = scopes.map((scope) => examples.get(scope)).find((name) => typeof name === 'string');
  return `curl -s ${origin}/trpc/${procedure ?? 'providers.list'} -H "authorization: Bearer ${token}"`;
}
