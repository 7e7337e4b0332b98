/**
 * The server writes these styles into the document (`server/pages/built-documents.ts`). Without these
 * imports, the browser would load a page's own style sheet again. The second step has its own style sheet.
 */
import '../features/card-layout.module.css';
import '../features/language-switch.module.css';
import '../features/pending-account.module.css';
import '../ui/brand-links.module.css';
import '../ui/button.module.css';
import '../ui/code-entry.module.css';
import '../ui/error-text.module.css';
import '../ui/links.module.css';
import '../ui/notice.module.css';
import '../ui/page-heading.module.css';
import '../ui/password/password-field.module.css';
import '../ui/password/password-form.module.css';
import '../ui/password/strength-meter.module.css';
import '../ui/provider-mark.module.css';
import '../ui/resend-message.module.css';
import '../ui/site-mark.module.css';
import '../ui/text-field.module.css';
import './check-email.module.css';
import './confirm-address.module.css';
import './email-links.module.css';
import './form/sign-in.module.css';
import './mail-code/mail-code.module.css';
