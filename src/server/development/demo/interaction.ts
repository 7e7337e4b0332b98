import type { IncomingMessage } from 'node:http';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { continuePage, messagePage, PAGE_POLICY, signInPage } from './pages.ts';
import { picture } from './picture.ts';
import { signInForm, type Users, type DemoPerson } from './people.ts';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/** The claims `acr` and `amr` of a sign-in (OpenID Connect Core 2). */
export type SaysStrength = () => { readonly acr?: string; readonly amr?: string[] };

interface Pages {
  readonly provider: Provider;
  readonly providerName: string;
  readonly people: Users;
  readonly strength: SaysStrength | undefined;
}

const FORM_MAX_BYTES = 8 * 1024;

/** The check that shows the login prompt each time, also with a remembered session (`provider.ts`). */
export const ASK_EACH_TIME = 'ask_each_time';

/**
 * One form for login and consent, and pictures of users. The form needs no CSRF token: its address contains
 * the interaction's random id, and the `SameSite=Lax` interaction cookie of that path must have this id.
 */
export function interactionPages(pages: Pages): Middleware {
  return async (ctx, next) => {
    const [, section, name] = /^\/(interaction|picture)\/([^/]+)$/.exec(ctx.path) ?? [];
    if (name === undefined) return next();
    if (section === 'picture') return showPicture(ctx, name);
    ctx.set({
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    const interaction = await openInteraction(pages.provider, ctx);
    if (interaction?.uid !== name) {
      return show(
        ctx,
        messagePage('This sign-in has expired', 'Go back to the application and start again.'),
        400,
      );
    }
    if (ctx.method === 'GET') return showSignIn(pages, ctx, interaction);
    if (ctx.method === 'POST') return answerSignIn(pages, ctx, interaction);
    ctx.status = 405;
    ctx.set('Allow', 'GET, POST');
  };
}

/** `null` without the cookie, and after the end of the interaction. */
async function openInteraction(provider: Provider, ctx: Context): Promise<Interaction | null> {
  try {
    return await provider.interactionDetails(ctx.req, ctx.res);
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  }
}

async function showSignIn(pages: Pages, ctx: Context, interaction: Interaction): Promise<void> {
  const { clientName, scopes } = await requestOf(pages, interaction);
  const remembered = rememberedUser(pages, interaction);
  if (remembered && maySkipLogin(interaction) && ctx.query['another'] === undefined) {
    return show(ctx, continuePage(pages.providerName, clientName, remembered));
  }
  const hint = interaction.params['login_hint'];
  const login = typeof hint === 'string' ? hint : ctx.query['another'] === undefined ? remembered?.login : '';
  const values = { login: login ?? '', name: '', email: '', emailVerified: true };
  return show(ctx, signInPage({ providerName: pages.providerName, clientName, scopes, values, wrong: {} }));
}

async function answerSignIn(pages: Pages, ctx: Context, interaction: Interaction): Promise<void> {
  const form = await readForm(ctx.req);
  if (form === null) return show(ctx, messagePage('Not a form', 'Use the form of this page.'), 400);
  const action = form.get('action');
  if (action === 'cancel') {
    return finish(pages, ctx, {
      error: 'access_denied',
      error_description: 'the person cancelled the sign-in',
    });
  }
  const remembered = rememberedUser(pages, interaction);
  if (action === 'continue' && remembered && maySkipLogin(interaction)) {
    const session = interaction.session && (await pages.provider.Session.findByUid(interaction.session.uid));
    // The user did not authenticate again, so the time of authentication stays.
    return grantAll(pages, ctx, interaction, { accountId: remembered.login, ts: session?.authTime() });
  }
  const parsed = signInForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const wrong = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    const field = (name: string) => form.get(name) ?? '';
    const values = {
      login: field('login'),
      name: field('name'),
      email: field('email'),
      emailVerified: form.get('emailVerified') === 'on',
    };
    const request = await requestOf(pages, interaction);
    return show(ctx, signInPage({ providerName: pages.providerName, ...request, values, wrong }), 422);
  }
  const person = pages.people.signIn(parsed.data);
  await forgetOtherSession(pages.provider, interaction, person);
  return grantAll(pages, ctx, interaction, { accountId: person.login, ...pages.strength?.() });
}

/**
 * Deletes another user's session in this browser. Otherwise the provider would show a sign-out page that
 * submits itself with a script.
 */
async function forgetOtherSession(
  provider: Provider,
  interaction: Interaction,
  person: DemoPerson,
): Promise<void> {
  if (!interaction.session || interaction.session.accountId === person.login) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  await session?.destroy();
  delete interaction.session;
  await interaction.persist();
}

async function grantAll(
  pages: Pages,
  ctx: Context,
  { params }: Interaction,
  login: NonNullable<InteractionResults['login']>,
): Promise<void> {
  const grant = new pages.provider.Grant({
    accountId: login.accountId,
    clientId: String(params['client_id']),
  });
  grant.addOIDCScope(scopeOf(params));
  return finish(pages, ctx, { login, consent: { grantId: await grant.save() } });
}

async function finish({ provider }: Pages, ctx: Context, result: InteractionResults): Promise<void> {
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: false,
  });
  ctx.redirect(returnTo);
  // RFC 9700 section 4.12: a redirect after a form must not repeat the form's data.
  ctx.status = 303;
}

function maySkipLogin({ prompt, params }: Interaction): boolean {
  // The library accepts a session from this second for max_age=0, which must equal prompt=login.
  const onlyAsksEachTime = prompt.reasons.every((reason) => reason === ASK_EACH_TIME);
  return prompt.name === 'login' && onlyAsksEachTime && Number(params['max_age'] ?? 1) !== 0;
}

function rememberedUser({ people }: Pages, { session }: Interaction): DemoPerson | undefined {
  return session && people.get(session.accountId);
}

async function requestOf({ provider }: Pages, { params }: Interaction) {
  const client = await provider.Client.find(String(params['client_id']));
  return {
    clientName: client?.clientName ?? String(params['client_id']),
    scopes: scopeOf(params),
  };
}

function scopeOf({ scope }: Interaction['params']): string {
  return typeof scope === 'string' ? scope : 'openid';
}

function show(ctx: Context, body: string, status = 200): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = body;
}

async function showPicture(ctx: Context, name: string): Promise<void> {
  const login = /^((?:[A-Za-z0-9._@+-]|%40|%2B){1,64})\.png$/.exec(name)?.[1];
  if (login === undefined) return;
  ctx.set({
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'max-age=86400',
  });
  ctx.type = 'image/png';
  ctx.body = await picture(login);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FORM_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
