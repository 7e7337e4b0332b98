import { useState } from 'react';
import { DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type { ReplayWebhookInput } from '../../../shared/schemas/webhooks.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useAction } from '../use-action.ts';
import { localTextOf, momentOf } from './local-time.ts';

interface ReplayRangeProps {
  readonly id: string;
  readonly onReplayed: (count: number) => void;
  readonly onOpen: () => void;
}

/** Sends the events of a time again. It begins with the last day. */
export function ReplayRange({ id, onOpen, onReplayed }: ReplayRangeProps) {
  const { deliveries: texts } = useTexts();
  const utils = trpc.useUtils();
  const replay = useAction({
    perform: (input: ReplayWebhookInput) => utils.client.webhooks.replay.mutate(input),
    onSuccess: ({ count }) => {
      onReplayed(count);
      void utils.webhooks.invalidate();
      void utils.audit.list.invalidate();
    },
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          onOpen();
          replay.open();
        }}
      >
        {texts.replay}
      </Button>
      {replay.isOpen && <ReplayDialog id={id} replay={replay} />}
    </>
  );
}

interface ReplayDialogProps {
  readonly id: string;
  readonly replay: ReturnType<typeof useAction<ReplayWebhookInput, { count: number }>>;
}

function ReplayDialog({ id, replay }: ReplayDialogProps) {
  const { deliveries: texts } = useTexts();
  const issueOf = useIssueOf();
  // Until the next whole minute, so that what happened a moment ago is in it.
  const [[firstFrom, firstTo]] = useState(() => {
    const end = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
    return [localTextOf(new Date(end - DAY_MS)), localTextOf(new Date(end))] as const;
  });
  const [from, setFrom] = useState(firstFrom);
  const [to, setTo] = useState(firstTo);
  const [isChecked, setChecked] = useState(false);
  const issueAt = (field: 'from' | 'to', value: string) =>
    isChecked && momentOf(value) === null ? texts.timeMissing : issueOf(replay.failure, field);
  const submit = () => {
    setChecked(true);
    const start = momentOf(from);
    const end = momentOf(to);
    if (start && end) replay.run({ id, from: start.toISOString(), to: end.toISOString() });
  };
  return (
    <ActionDialog
      action={replay}
      title={texts.replayTitle}
      meaning={texts.replayMeaning}
      submit={texts.sendAgain}
      reason="none"
      onSubmit={submit}
    >
      <TextField
        type="datetime-local"
        label={texts.from}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        error={issueAt('from', from)}
      />
      <TextField
        type="datetime-local"
        label={texts.to}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
        error={issueAt('to', to)}
      />
    </ActionDialog>
  );
}
