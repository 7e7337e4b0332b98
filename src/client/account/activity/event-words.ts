import type { Activity } from '../../../shared/schemas/activity.ts';
import { splitMethods } from '../../../shared/joined-methods.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';

export function useEventWords(): (event: Activity) => string {
  const texts = useTexts().activity;
  const ownMethods: Readonly<Record<string, string>> = texts.methods;
  const list = new Intl.ListFormat(useIntlLocale(), { type: 'conjunction' });
  return ({ kind, method, methodName, label, count }) =>
    texts.events[kind]({
      method:
        method === null
          ? null
          : list.format(splitMethods(method).map((each) => ownMethods[each] ?? methodName ?? each)),
      label,
      count,
    });
}
