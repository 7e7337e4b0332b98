import { ARABIC_ERRORS } from '../errors/catalogue.ts';
import { ARABIC_NEXT_STEPS } from '../errors/next-steps.ts';
import {
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from '../../../shared/limits.ts';
import { isolate } from '../../isolate.ts';
import type { PageTexts } from '../../texts.ts';

export const errors: PageTexts['errors'] = ARABIC_ERRORS;

export const issues: PageTexts['issues'] = {
  'address-too-long': 'هذا العنوان طويل جدًا.',
  'address-invalid': `أدخل عنوان بريد إلكتروني مثل ${isolate('name@example.com')}.`,
  'address-yours': 'هذا عنوانك بالفعل.',
  'address-domain-refused': 'لا يمكن استخدام عناوين هذا النطاق هنا.',
  'return-address-too-long': 'عنوان العودة هذا طويل جدًا.',
  'return-address-foreign': 'هذا ليس عنوانًا من هذا الموقع.',
  'provider-id-invalid': 'هذا ليس معرّف مزوّد.',
  'link-incomplete': 'هذا الرابط غير مكتمل.',
  'code-incomplete': `أدخل أرقام الرمز الوارد في رسالة البريد، وعددها ${VERIFICATION_CODE_DIGITS}.`,
  'id-invalid': 'هذا ليس معرّفًا.',
  'scopes-missing': 'اختر صلاحية واحدة على الأقل.',
  'expiry-too-late': 'اختر يومًا خلال سنة.',
  'expiry-over': 'اختر اليوم أو يومًا لاحقًا.',
  'event-types-missing': 'اختر نوعًا واحدًا من الأحداث على الأقل.',
  'event-type-twice': 'ذُكر نوع من الأحداث مرتين.',
  'webhook-url-invalid': `أدخل عنوانًا مثل ${isolate('https://example.com/webhooks')}.`,
  'webhook-url-insecure': `يجب أن يبدأ العنوان بـ ${isolate('https://')} وألا يحتوي على اسم مستخدم.`,
  'webhook-url-not-public': 'هذا ليس عنوانًا عامًا.',
  'time-range-empty': 'يجب أن تكون النهاية بعد البداية.',
  'cursor-invalid': 'هذا ليس مؤشر صفحة.',
  'scope-twice': 'ذُكرت صلاحية مرتين.',
  'scope-unknown': 'لا توجد صلاحية بهذا الاسم.',
  'user-code-incomplete': 'أدخل الأحرف الثمانية التي يعرضها البرنامج.',
  'name-missing': 'أدخل اسمًا.',
  'name-too-long': `الحد الأقصى لعدد أحرف الاسم هو ${NAME_MAX_LENGTH}.`,
  'name-not-one-line': 'يجب أن يكون الاسم سطرًا واحدًا من النص.',
  'password-missing': 'أدخل كلمة مرور.',
  'password-not-text': 'هذا ليس نصًا.',
  'password-too-short': `الحد الأدنى لعدد الأحرف هو ${PASSWORD_MIN_LENGTH}. من السهل تذكّر عدة كلمات.`,
  'password-too-long': `الحد الأقصى لعدد الأحرف هو ${PASSWORD_MAX_LENGTH}.`,
  'password-common': 'هذه من أكثر كلمات المرور استخدامًا أو مكوّنة منها. يجرّبها المهاجمون أولاً.',
  'password-repetitive': 'معظمها تكرار أو تسلسل من الأبجدية أو لوحة المفاتيح. يجرّبها المهاجمون أولاً.',
  'password-site': 'معظمها اسم هذا الموقع. يجرّبها المهاجمون أولاً.',
  'password-personal': 'معظمها اسمك أو عنوانك. يجرّبها المهاجمون أولاً.',
  'phone-too-short': ARABIC_ERRORS.PHONE_TOO_SHORT.message,
  'phone-too-long': ARABIC_ERRORS.PHONE_TOO_LONG.message,
  'phone-not-a-number': ARABIC_ERRORS.PHONE_NOT_A_NUMBER.message,
  'phone-country-unknown': ARABIC_ERRORS.PHONE_INVALID_COUNTRY.message,
  'phone-country-not-allowed': 'لا يمكن استخدام أرقام هذا البلد هنا.',
  'phone-extension': 'احذف الرقم الداخلي: لا تصل إليه الرسائل النصية.',
  'phone-not-allowed': ARABIC_ERRORS.PHONE_NOT_ALLOWED.message,
  'nothing-to-change': 'لا يوجد ما يمكن تغييره.',
  other: 'هذه القيمة غير صالحة.',
};

export const nextSteps: PageTexts['nextSteps'] = ARABIC_NEXT_STEPS;
