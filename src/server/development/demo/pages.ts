import { createHash } from 'node:crypto';
import { html, Html } from '../../http/html.ts';
import type { DemoPerson } from './people.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #f1f3f6; --card: #fff; --line: #c9ced8; --text: #1b1e24; --soft: #545b68;
  --press: #1f5fd6; --on-press: #fff; --note: #fff4d6; --on-note: #5a4300; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181d; --card: #21242b; --line: #4a505c; --text: #f2f4f8; --soft: #b3bac7; --press: #8ab4ff;
    --on-press: #10131a; --note: #3a3115; --on-note: #ffe4a3; --wrong: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.note { padding: 10px 12px; border-radius: 8px; background: var(--note); color: var(--on-note); font-size: 14px; }
.soft { color: var(--soft); font-size: 14px; }
.wrong { color: var(--wrong); font-size: 14px; margin: 4px 0 0; }
label, .field { display: block; margin: 0 0 16px; }
label > span { display: block; font-weight: 600; margin-bottom: 4px; }
input:not([type='checkbox']) { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
::placeholder { color: var(--soft); opacity: 1; }
.check { display: flex; gap: 10px; align-items: center; min-height: 44px; }
.check > input { width: 20px; height: 20px; margin: 0; }
.check > span { margin: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 8px; }
button, .button { min-height: 44px; padding: 10px 20px; font: inherit; font-weight: 600; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: var(--text); text-decoration: none; }
.main { flex: 1 1 auto; border-color: var(--press); background: var(--press); color: var(--on-press); }
:focus-visible { outline: 3px solid var(--press); outline-offset: 2px; }
`;

// `PAGE_POLICY` contains the hash of the exact text between the tags.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** Allows this style and pictures from this origin: no script, no frame around the page. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.toString();
}

const LOCAL_NOTE = html`<p class="note">
  This is a local demo provider: any login name signs in, without a password.
</p>`;

const CANCEL = html`<button name="action" value="cancel" formnovalidate>Cancel</button>`;

export interface SignInPage {
  readonly providerName: string;
  readonly clientName: string;
  readonly scopes: string;
  readonly values: Readonly<Record<'login' | 'name' | 'email', string>> & { readonly emailVerified: boolean };
  readonly wrong: Readonly<Partial<Record<string, string>>>;
}

export function signInPage({ providerName, clientName, scopes, values, wrong }: SignInPage): string {
  const field = (name: 'login' | 'name' | 'email', label: string, rest: Html) =>
    html` <label
      ><span>${label}</span>
      <input
        name="${name}"
        value="${values[name]}"
        ${rest}${wrong[name] ? html` aria-invalid="true" aria-describedby="${name}-wrong"` : null}
      />
      ${wrong[name] ? html`<p class="wrong" id="${name}-wrong" role="alert">${wrong[name]}</p>` : null}
    </label>`;
  const checked = values.emailVerified ? html` checked` : null;
  return page(
    `Sign in at ${providerName}`,
    html`<h1>Sign in at ${providerName}</h1>
      ${LOCAL_NOTE}
      <form method="post" action="?">
        ${field('login', 'Login name', html`required autofocus autocomplete="username" autocapitalize="none" spellcheck="false"`)}
        ${field('name', 'Full name', html`autocomplete="name" placeholder="made from the login name"`)}
        ${field('email', 'Email', html`type="email" autocomplete="email" placeholder="login name @example.test"`)}
        <label class="check"
          ><input type="checkbox" name="emailVerified" value="on" ${checked} /><span
            >Email verified</span
          ></label
        >
        <p class="soft">${clientName} will be told: ${scopes}.</p>
        <div class="buttons">
          <button class="main" name="action" value="sign-in">Sign in</button>${CANCEL}
        </div>
      </form>`,
  );
}

export function continuePage(providerName: string, clientName: string, person: DemoPerson): string {
  return page(
    `Sign in at ${providerName}`,
    html`<h1>Sign in at ${providerName}</h1>
      ${LOCAL_NOTE}
      <p>
        ${clientName} wants to know who you are. You are signed in here as
        <strong>${person.name}</strong> (${person.email}).
      </p>
      <form method="post" action="?">
        <div class="buttons">
          <button class="main" name="action" value="continue" autofocus>Continue as ${person.login}</button>
          <a class="button" href="?another">Use another name</a>${CANCEL}
        </div>
      </form>`,
  );
}

export function messagePage(title: string, sentence: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${sentence}</p>`,
  );
}

/** `form` is the library's form `op.logoutForm` with its CSRF token. */
export function signOutPage(providerName: string, form: string): string {
  return page(
    `Sign out of ${providerName}`,
    html`<h1>Sign out of ${providerName}?</h1>
      ${new Html(form)}
      <div class="buttons">
        <button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button form="op.logoutForm">Stay signed in</button>
      </div>`,
  );
}
