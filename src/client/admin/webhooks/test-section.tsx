import type { DeliveryDetails } from '../../../shared/schemas/webhooks.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Exchange } from './delivery/attempt-item.tsx';
import { isSuccess, useAnswerWords } from './delivery/answer-words.ts';
import { deliveryParams } from './delivery-columns.tsx';

export function TestSection({ id }: { readonly id: string }) {
  const { deliveries: texts } = useTexts();
  const utils = trpc.useUtils();
  const { notice, show, clear } = useNotice();
  const send = useSensitiveMutation({
    // An endpoint may take 15 seconds to answer.
    perform: (input: { id: string }) =>
      utils.client.webhooks.sendTest.mutate(input, { context: SEPARATE_BATCH }),
    storeAs: null,
    onSuccess: (details) => {
      show(() => <TestResult details={details} />);
      void utils.webhooks.listDeliveries.invalidate({ id });
      void utils.webhooks.list.invalidate();
      void utils.audit.list.invalidate();
    },
  });
  const run = () => {
    clear();
    send.run({ id });
  };
  return (
    <Section
      title={texts.test}
      hint={texts.testHint}
      action={
        <Button variant="default" loading={send.isPending} onClick={run}>
          {texts.sendTest}
        </Button>
      }
    >
      {send.failure && <ErrorNotice error={send.failure} takeFocus />}
      {notice}
    </Section>
  );
}

function TestResult({ details: { delivery, attempts } }: { readonly details: DeliveryDetails }) {
  const { deliveries: texts } = useTexts();
  const wordsOf = useAnswerWords();
  const attempt = attempts.at(-1);
  if (!attempt) return null;
  return (
    <>
      {isSuccess(attempt) ? (
        <Notice tone="success" takeFocus>
          <p>{texts.testSucceeded(attempt.status)}</p>
        </Notice>
      ) : (
        <Notice tone="problem" title={texts.testFailed} takeFocus>
          <p>{wordsOf(attempt)}</p>
        </Notice>
      )}
      <Exchange attempt={attempt} isOpen={!isSuccess(attempt)} />
      <TextLink
        to="/admin/webhooks/$id/$event"
        params={deliveryParams(delivery.id)}
        size="sm"
        preload={false}
      >
        {texts.testDelivery}
      </TextLink>
    </>
  );
}
