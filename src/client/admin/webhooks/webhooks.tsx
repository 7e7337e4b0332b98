import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WebhookWithSecret } from '../../../shared/schemas/webhooks.ts';
import { List } from '../../ui/list.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import admin from '../admin.module.css';
import { QueryList } from '../query-list.tsx';
import { useFormState } from '../use-form-state.ts';
import { EndpointForm, NEW_ENDPOINT, type EndpointValues } from './endpoint-form.tsx';
import { EndpointItem } from './endpoint-item.tsx';
import { nameOfEndpoint } from './endpoint.tsx';
import { NewSecret } from './new-secret.tsx';

export function WebhooksPage() {
  const { webhooks: texts } = useTexts();
  const utils = trpc.useUtils();
  const endpoints = trpc.webhooks.list.useQuery();
  const [isFormOpen, setFormOpen] = useFormState();
  /** Only in this state: nobody can show the secret again. */
  const [added, setAdded] = useState<WebhookWithSecret | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const create = useSensitiveMutation<EndpointValues, WebhookWithSecret>({
    perform: (values) => utils.client.webhooks.create.mutate(values),
    storeAs: null,
    onSuccess: (created) => {
      setFormOpen(false);
      setAdded(created);
      utils.webhooks.list.setData(undefined, (listed) => listed && [...listed, created.endpoint]);
      void utils.webhooks.list.invalidate();
      void utils.audit.list.invalidate();
    },
  });
  /** The button takes the focus when it is rendered again. */
  const backToList = (close: () => void) => {
    flushSync(close);
    addButton.current?.focus();
  };

  return (
    <>
      <div className={admin['top']}>
        <PageHeading title={texts.title} />
        {!isFormOpen && !added && (
          <Button
            ref={addButton}
            leftSection={<PlusIcon size={16} />}
            onClick={() => {
              create.reset();
              setFormOpen(true);
            }}
          >
            {texts.add}
          </Button>
        )}
      </div>
      <p className={admin['muted']}>{texts.hint}</p>
      {added && (
        <NewSecret
          key={added.endpoint.id}
          title={texts.readyTitle(nameOfEndpoint(added.endpoint))}
          secret={added.secret}
          onDone={() => backToList(() => setAdded(null))}
        />
      )}
      {isFormOpen && (
        <EndpointForm
          title={texts.newTitle}
          hint={texts.newHint}
          first={NEW_ENDPOINT}
          submit={texts.add}
          save={create}
          onCancel={() => backToList(() => setFormOpen(false))}
        />
      )}
      <section aria-label={texts.list} className={admin['card']}>
        <QueryList query={endpoints} isEmpty={!endpoints.data?.length} none={texts.none}>
          <List>
            {endpoints.data?.map((endpoint) => (
              <EndpointItem key={endpoint.id} endpoint={endpoint} />
            ))}
          </List>
        </QueryList>
      </section>
    </>
  );
}
