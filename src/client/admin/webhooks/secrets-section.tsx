import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import tokenClasses from '../../account/access-tokens/access-tokens.module.css';
import { ItemDetails, List, ListItem } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useFormatMoment } from '../../ui/format-day.ts';
import { useAction } from '../use-action.ts';
import { NewSecret } from './new-secret.tsx';
import { useStoreEndpoint } from './use-store-endpoint.ts';

/** One secret, or two while one replaces the other. */
export function SecretsSection({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: texts } = useTexts();
  const utils = trpc.useUtils();
  const store = useStoreEndpoint();
  const formatMoment = useFormatMoment();
  /** Only in this state: nobody can show the secret again. */
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const rotateButton = useRef<HTMLButtonElement>(null);
  const rotate = useAction({
    perform: (input: { id: string }) => utils.client.webhooks.rotateSecret.mutate(input),
    onSuccess: ({ endpoint: rotated, secret }) => {
      setNewSecret(secret);
      store(rotated);
    },
  });
  return (
    <>
      {newSecret !== null && (
        <NewSecret
          key={newSecret}
          title={texts.rotatedTitle}
          secret={newSecret}
          onDone={() => {
            flushSync(() => setNewSecret(null));
            rotateButton.current?.focus();
          }}
        />
      )}
      <Section
        title={texts.secrets}
        hint={texts.secretsHint}
        action={
          newSecret === null && (
            <Button ref={rotateButton} variant="default" onClick={rotate.open}>
              {texts.rotate}
            </Button>
          )
        }
      >
        <List>
          {endpoint.secrets.map(({ hint, expires }) => (
            <ListItem
              key={`${hint} ${expires}`}
              icon={<KeyIcon />}
              name={<code className={tokenClasses['hint']}>{hint}</code>}
            >
              <ItemDetails>
                {expires === null ? texts.current : `${texts.signsUntil} ${formatMoment(expires)}`}
              </ItemDetails>
            </ListItem>
          ))}
        </List>
      </Section>
      <ActionDialog
        action={rotate}
        title={texts.rotateTitle}
        meaning={endpoint.secrets.length > 1 ? texts.rotateAgainMeaning : texts.rotateMeaning}
        submit={texts.rotate}
        reason="none"
        onSubmit={() => rotate.run({ id: endpoint.id })}
      />
    </>
  );
}
