import { addressAfterMail, callbackOf, textsOf, type Form } from './form.ts';

/** Forms behind a mail's link, by the path that they are sent to. The link's token is a hidden field. */
export const MAILED_LINK_FORMS: Readonly<Record<string, Form>> = {
  '/confirm': {
    page: 'confirm',
    procedureOf: () => 'session.confirmLink',
    async send(caller, fields, site) {
      const answer = await caller.session.confirmLink({
        ...textsOf(fields, 'email', 'token'),
        ...callbackOf(fields),
      });
      return addressAfterMail(answer, site);
    },
  },
  '/reset-password': {
    page: 'reset-password',
    procedureOf: () => 'password.reset',
    async send(caller, fields) {
      const { email } = await caller.password.reset(textsOf(fields, 'email', 'token', 'password'));
      return { email, hadOther: false };
    },
  },
  '/confirm-email': {
    page: 'confirm-email',
    procedureOf: () => 'email.confirm',
    async send(caller, fields) {
      const { verified } = await caller.email.get();
      const { email } = await caller.email.confirm(textsOf(fields, 'token'));
      return { email: email ?? '', hadOther: verified };
    },
  },
  '/undo-email': {
    page: 'undo-email',
    procedureOf: () => 'email.undo',
    async send(caller, fields) {
      const { email } = await caller.email.undo(textsOf(fields, 'token'));
      return { email, hadOther: false };
    },
  },
  '/stop-second-factor-removal': {
    page: 'stop-second-factor-removal',
    procedureOf: () => 'secondFactor.stopRemoval',
    async send(caller, fields) {
      await caller.secondFactor.stopRemoval(textsOf(fields, 'token'));
      return { email: '', hadOther: false };
    },
  },
};
