import type { Activity } from '../../../shared/schemas/activity.ts';
import { useTexts } from '../../language/texts.ts';

/** A sentence about an event. */
export function useEventWords(): (event: Activity) => string {
  const texts = useTexts().activity;
  const ownMethods: Readonly<Record<string, string>> = texts.methods;
  return ({ kind, method, methodName, label, count }) =>
    texts.events[kind]({
      method: method === null ? null : (methodName ?? ownMethods[method] ?? method),
      label,
      count,
    });
}
