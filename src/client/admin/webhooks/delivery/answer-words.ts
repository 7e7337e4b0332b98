import type { DeliveryAttempt } from '../../../../shared/schemas/webhooks.ts';
import { useTexts } from '../../../language/texts.ts';

type Answer = Pick<DeliveryAttempt, 'status' | 'error'>;

/** Only 2xx is a success (Standard Webhooks, "success and failure"). */
export function isSuccess<Given extends Answer>(answer: Given): answer is Given & { status: number } {
  return answer.status !== null && answer.status >= 200 && answer.status < 300;
}

export function useAnswerWords(): (answer: Answer) => string {
  const { deliveries: texts } = useTexts();
  const errors: Readonly<Record<string, string>> = texts.errors;
  return ({ status, error }) => {
    if (status !== null) return texts.answered(status);
    return (error === null ? undefined : errors[error]) ?? texts.noAnswer;
  };
}
