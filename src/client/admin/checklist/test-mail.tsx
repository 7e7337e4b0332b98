import type { SentTestMail } from '../../../shared/schemas/checklist.ts';
import { useNotice } from '../../ui/notices.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The mail server may take 15 seconds to answer. */
export function useTestMail() {
  const { checklist: texts } = useTexts();
  const utils = trpc.useUtils();
  const { notice, show, clear } = useNotice();
  const send = useSensitiveMutation({
    perform: () => utils.client.administration.sendTestMail.mutate(undefined, { context: SEPARATE_BATCH }),
    storeAs: null,
    onSuccess: (sent: SentTestMail) => show(() => <TestMailNotice sent={sent} />),
  });
  const run = () => {
    clear();
    send.run(undefined);
  };
  return {
    button: (
      <Button variant="default" loading={send.isPending} onClick={run}>
        {texts.sendTest}
      </Button>
    ),
    outcome: send.failure ? <ErrorNotice error={send.failure} takeFocus /> : notice,
  };
}

function TestMailNotice({ sent: { to, isOutbox, failure } }: { readonly sent: SentTestMail }) {
  const { checklist: texts } = useTexts();
  if (to === null) {
    return (
      <Notice tone="problem" takeFocus>
        <p>{texts.noAddress}</p>
      </Notice>
    );
  }
  if (failure !== null) {
    return (
      <Notice tone="problem" title={texts.testFailed} takeFocus>
        <p>
          <bdi>{failure}</bdi>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" takeFocus>
      <p>{isOutbox ? texts.sentToOutbox(to) : texts.sentTo(to)}</p>
    </Notice>
  );
}
