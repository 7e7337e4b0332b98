import { RECOVERY_CODE_LENGTH } from '../../../shared/recovery-code.ts';
import { TRUSTED_BROWSER_MAX_AGE_MS } from '../../../shared/limits.ts';
import { plural } from '../plural.ts';
import type { SecondStepPagesTexts } from '../../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const secondStepPages: SecondStepPagesTexts = {
  secondStep: {
    title: 'التحقق بخطوتين',
    intro: {
      totp: 'أدخل الرمز الذي يعرضه تطبيق المصادقة الآن.',
      passkey: 'استخدم مفتاح المرور للخطوة الثانية.',
      'recovery-code': 'أدخل أحد رموز الاسترداد.',
    },
    code: 'الرمز من تطبيق المصادقة',
    usePasskey: 'استخدام مفتاح مرور',
    passkeyUnsupported: 'لا يستطيع هذا المتصفح استخدام مفتاح المرور. سجّل الدخول من متصفح أو جهاز يستطيع ذلك.',
    passkeyCancelled: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى، أو اختر طريقة أخرى.',
    useRecoveryCode: 'استخدام رمز استرداد',
    recoveryCode: 'رمز الاسترداد',
    recoveryCodeHint: 'حفظت هذه الرموز عند إعداد التحقق بخطوتين. يعمل كل رمز مرة واحدة.',
    recoveryCodeIncomplete: `يتكون رمز الاسترداد من ${RECOVERY_CODE_LENGTH} حرفًا ورقمًا.`,
    sendRecoveryCode: 'استخدام هذا الرمز',
    trustBrowser: `عدم السؤال في هذا المتصفح لمدة ${TRUSTED_BROWSER_MAX_AGE_MS / DAY_MS} يومًا`,
    triesLeft: (count) =>
      plural(count, {
        zero: 'لم تبقَ لديك أي محاولة.',
        one: 'بقيت لديك محاولة واحدة.',
        two: 'بقيت لديك محاولتان.',
        few: `بقيت لديك ${count} محاولات.`,
        many: `بقيت لديك ${count} محاولة.`,
        other: `بقيت لديك ${count} محاولة.`,
      }),
    verify: 'تحقق',
    otherAccount: 'تسجيل الدخول بطريقة أخرى',
  },
};
