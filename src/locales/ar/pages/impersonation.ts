import { isolate } from '../../isolate.ts';
import type { PageTexts } from '../../texts.ts';

export const impersonation: PageTexts['impersonation'] = {
  label: 'التصرف بصفة شخص آخر',
  actingAs: (name) => `أنت تتصرف بصفة ${isolate(name)}.`,
  limits: (time) =>
    `ينتهي ذلك في الساعة ${isolate(time)} على الأكثر. ترى ما يراه هذا الشخص، ولا يمكنك تغيير حسابه.`,
  end: 'إنهاء',
};
