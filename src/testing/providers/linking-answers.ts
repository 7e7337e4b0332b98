import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { aPendingLink, aSession, anAccount } from '../client/answers.ts';
import { renderApp, type Answers } from '../client/render-app.tsx';

export const CONSENT = { id: aPendingLink().id, provider: 'demo-one', providerAccountId: 'subject-of-ada' };
export const METHODS: PendingLink['methods'] = [
  { id: 'demo-two', name: 'Demo Two', type: 'oidc' },
  { id: 'email', name: 'Email', type: 'email' },
];

export interface Stage {
  session: ReturnType<typeof aSession> | null;
  pending: PendingLink | null;
}

/** Opens a page while an account waits. By default, its address is that of a person who is signed out here. */
export function openWaiting(path: string, stage: Partial<Stage> = {}, changes: Answers = {}) {
  const start = { session: null, pending: aPendingLink({ methods: METHODS }), ...stage };
  return renderApp(path, linkingAnswers(Object.assign(stage, start), changes));
}

/** Answers of a server with a waiting account. They change with each step of the person. */
function linkingAnswers(stage: Stage, changes: Answers): Answers {
  const enter = (session: ReturnType<typeof aSession>, callbackUrl: string) => {
    stage.session = session;
    return { status: 'signed-in' as const, session, callbackUrl };
  };
  return {
    session: {
      get: () => stage.session,
      requestLink: ({ email }) => ({ email, resendAfter: 30 }),
      signInWithCode: ({ callbackUrl, connect }) => {
        const connected = connect && (connect.id === stage.pending?.id ? 'linked' : 'not-connected');
        if (connected === 'linked') stage.pending = null;
        else if (stage.pending) stage.pending = { ...stage.pending, methods: METHODS };
        return { ...enter(aSession(), callbackUrl ?? '/account'), ...(connected && { connected }) };
      },
      signInWith: () => ({ url: 'https://identity.example/authorize' }),
      signOut: () => {
        stage.session = null;
        return { signedOut: true };
      },
      continueWithoutAddress: () => {
        stage.pending = null;
        return enter(aSession({ email: null }), '/account');
      },
      ...changes.session,
    },
    accounts: {
      list: () => [anAccount()],
      pendingLink: () => stage.pending,
      denyLink: () => {
        const callbackUrl = stage.pending?.callbackUrl ?? '/account';
        stage.pending = null;
        return { denied: true, callbackUrl };
      },
      resumeLink: () => {
        const callbackUrl = stage.pending?.callbackUrl ?? '/account';
        stage.pending = null;
        return { outcome: 'linked', callbackUrl };
      },
      ...changes.accounts,
    },
  };
}
