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

interface ReplayRangeProps {
  readonly id: string;
  readonly onReplayed: (count: number) => void;
  readonly onOpen: () => void;
}

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
  // Until the next whole minute, so that it includes the last moment.
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

/** Local time without an offset, to the minute, for a `datetime-local` field. */
function localTextOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** `null` for an empty field. Text without an offset is local time (ECMA-262, "Date Time String Format"). */
function momentOf(text: string): Date | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
