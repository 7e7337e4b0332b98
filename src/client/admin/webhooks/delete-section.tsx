import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useAction } from '../use-action.ts';

interface DeleteSectionProps {
  readonly id: string;
  readonly onDeleted: () => void;
}

export function DeleteSection({ id, onDeleted }: DeleteSectionProps) {
  const { webhooks: texts } = useTexts();
  const utils = trpc.useUtils();
  const remove = useAction({
    perform: (input: { id: string }) => utils.client.webhooks.delete.mutate(input),
    onSuccess: () => {
      // First, so that nothing of the deleted endpoint is read again.
      onDeleted();
      void utils.webhooks.list.invalidate();
      void utils.audit.list.invalidate();
    },
  });
  return (
    <Section
      title={texts.remove}
      hint={texts.removeHint}
      tone="danger"
      action={
        <Button variant="default" isDangerous onClick={remove.open}>
          {texts.remove}
        </Button>
      }
    >
      <ActionDialog
        action={remove}
        title={texts.removeTitle}
        meaning={texts.removeHint}
        submit={texts.remove}
        isDangerous
        reason="none"
        onSubmit={() => remove.run({ id })}
      />
    </Section>
  );
}
