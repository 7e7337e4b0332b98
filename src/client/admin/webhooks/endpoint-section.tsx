import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UpdateWebhookInput, WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import classes from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { useAction } from '../use-action.ts';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { isSetByEnvironment } from './endpoint.tsx';
import { EventTypes } from './event-types.tsx';
import { useStoreEndpoint } from './use-store-endpoint.ts';

export function EndpointSection({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { common, webhooks: texts } = useTexts();
  const utils = trpc.useUtils();
  const store = useStoreEndpoint();
  const { notice, clear, showSuccess } = useNotice();
  const [isFormOpen, setFormOpen] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const { id, url, description, types, createdAt } = endpoint;
  const isFixed = isSetByEnvironment(endpoint);

  const update = useSensitiveMutation({
    perform: (input: UpdateWebhookInput) => utils.client.webhooks.update.mutate(input),
    storeAs: null,
    onSuccess: (changed) => {
      setFormOpen(false);
      store(changed);
      showSuccess(({ webhooks }) => webhooks.changed);
    },
  });
  const enable = useAction({
    perform: (input: { id: string }) => utils.client.webhooks.enable.mutate(input),
    onSuccess: (enabled) => {
      store(enabled);
      void utils.webhooks.listDeliveries.invalidate({ id });
      showSuccess(({ webhooks }) => webhooks.enabled);
    },
  });
  const disable = useAction({
    perform: (input: { id: string }) => utils.client.webhooks.disable.mutate(input),
    onSuccess: (disabled) => {
      store(disabled);
      showSuccess(({ webhooks }) => webhooks.disabled);
    },
  });
  /** The button takes the focus when it is rendered again. */
  const closeForm = () => {
    flushSync(() => setFormOpen(false));
    changeButton.current?.focus();
  };
  const save = (values: EndpointValues) => {
    const changes = changesOf(endpoint, values);
    if (Object.keys(changes).length === 0) closeForm();
    else update.run({ id, ...changes });
  };

  if (isFormOpen) {
    return (
      <EndpointForm
        title={texts.change}
        first={{ url, description, types }}
        submit={common.save}
        save={{ ...update, run: save }}
        onCancel={closeForm}
      />
    );
  }
  return (
    <Section
      title={texts.endpoint}
      {...(isFixed && { hint: texts.byEnvironment })}
      action={
        !isFixed && (
          <Button
            ref={changeButton}
            variant="default"
            onClick={() => {
              clear();
              update.reset();
              setFormOpen(true);
            }}
          >
            {common.change}
          </Button>
        )
      }
    >
      {notice}
      {enable.failure && <ErrorNotice error={enable.failure} takeFocus />}
      <dl className={classes['facts']}>
        <Fact name={texts.address}>
          <code>{url}</code>
        </Fact>
        <Fact name={texts.receives}>{types === null ? texts.all : <EventTypes types={types} />}</Fact>
        <Fact name={texts.created}>
          <RelativeTime at={createdAt} />
        </Fact>
        <Fact name={texts.id}>
          <code>{id}</code>
        </Fact>
      </dl>
      <div className={classes['buttons']}>
        {endpoint.state === 'disabled' ? (
          <Button
            loading={enable.isPending}
            onClick={() => {
              clear();
              enable.run({ id });
            }}
          >
            {texts.enable}
          </Button>
        ) : (
          <Button
            variant="default"
            isDangerous
            onClick={() => {
              clear();
              disable.open();
            }}
          >
            {texts.disable}
          </Button>
        )}
      </div>
      {!isFixed && (
        <TextLink to="/admin/audit-log" search={{ subject: id }} size="sm">
          {texts.auditLink}
        </TextLink>
      )}
      <ActionDialog
        action={disable}
        title={texts.disableTitle}
        meaning={texts.disableMeaning}
        submit={texts.disable}
        isDangerous
        reason="none"
        onSubmit={() => disable.run({ id })}
      />
    </Section>
  );
}

/** Only what differs, so that somebody else's change at the same time stays. */
function changesOf(
  { url, description, types }: EndpointValues,
  values: EndpointValues,
): Partial<EndpointValues> {
  return {
    ...(values.url !== url && { url: values.url }),
    ...(values.description !== description && { description: values.description }),
    ...(values.types?.join() !== types?.join() && { types: values.types }),
  };
}
