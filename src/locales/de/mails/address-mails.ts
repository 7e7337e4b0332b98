import type { addressMails as english } from '../../en/mails/address-mails.ts';

export const addressMails: typeof english = {
  confirmEmail: {
    title: (name) => `Bestätigen Sie Ihre Adresse für ${name}`,
    lead: (name) =>
      `Jemand, hoffentlich Sie, möchte diese Adresse für ein Konto bei ${name} verwenden. Der Link wirkt dort, wo Sie bei diesem Konto angemeldet sind; sonst geben Sie den Code dort ein, wo Sie die Adresse angegeben haben.`,
    button: 'Prüfen und bestätigen',
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Mit Ihrer Adresse geschieht nichts. Geben Sie den Code niemandem.',
  },
  addressTaken: {
    title: (name) => `Jemand wollte Ihre Adresse bei ${name} verwenden`,
    sentences: [
      'Sie sollte zu einem anderen Konto als Ihrem hinzugefügt werden. Es wurde nichts geändert, und niemand hat erfahren, dass Sie ein Konto haben.',
      'Wenn Sie das waren, melden Sie sich mit dieser Adresse bei ihrem Konto an, oder ändern Sie zuerst dessen Adresse. Wenn nicht, ist nichts zu tun.',
    ],
    button: (name) => `Zu ${name}`,
  },
  undoChange: 'Das war ich nicht, rückgängig machen',
};
