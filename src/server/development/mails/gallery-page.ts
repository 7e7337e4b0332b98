import { atBase, type BasePath } from '../../../shared/base-path.ts';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../../shared/locale.ts';
import { mailBrandOf } from '../../brand/mail-brand.ts';
import { SCHEMES, type Tokens } from '../../brand/tokens.ts';
import { html, languageAttributes, type Html } from '../../http/html.ts';
import { serverPageTexts } from '../../locale-texts.ts';
import type { MailSettings } from '../../mail/compose-mail.ts';
import { MAIL_SAMPLES } from '../../mail/samples.ts';

/** A phone, and what most desktop programs give to a mail. */
const WIDTHS = [360, 600] as const;

export function galleryPage(settings: MailSettings, locale: Locale, chosen: string): string {
  const texts = serverPageTexts(locale).mailGallery;
  const { name: siteName, tokens } = mailBrandOf(settings);
  const mails = Object.entries(MAIL_SAMPLES).map(([name, sample]) => ({ name, ...sample(settings, locale) }));
  const mail = mails.find(({ name }) => name === chosen);
  const frames = WIDTHS.flatMap((width) =>
    SCHEMES.map((scheme) => {
      const source = atBase(settings, `/dev/mails/${locale}/${chosen}/${scheme}`);
      return frame({ title: texts.frame(texts[scheme], width), source, width });
    }),
  );
  return html`<!doctype html>
    <html ${languageAttributes(locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${texts.title} ${'·'} ${siteName}</title>
        ${galleryStyle(tokens)}
      </head>
      <body>
        <header>
          <h1>${texts.title}</h1>
          <nav aria-label="${texts.language}">
            ${LOCALES.map((each) =>
              link({
                address: addressOf(settings, each, chosen),
                isCurrent: each === locale,
                label: html`<span lang="${each}">${LANGUAGE_NAMES[each]}</span>`,
              }),
            )}
          </nav>
        </header>
        <div class="columns">
          <nav aria-label="${texts.title}">
            ${mails.map(({ name, subject }) =>
              link({
                address: addressOf(settings, locale, name),
                isCurrent: name === chosen,
                label: html`${subject} <code>${name}</code>`,
              }),
            )}
          </nav>
          <main>
            <h2>${mail?.subject ?? ''}</h2>
            <div class="frames">${frames}</div>
            <h3>${texts.plainText}</h3>
            <pre tabindex="0">${mail?.text ?? ''}</pre>
          </main>
        </div>
      </body>
    </html>`.toString();
}

function addressOf(site: BasePath, locale: Locale, name: string): string {
  const query = new URLSearchParams({ mail: name, language: locale });
  return `${atBase(site, '/dev/mails')}?${query.toString()}`;
}

function link({ address, isCurrent, label }: { address: string; isCurrent: boolean; label: Html }): Html {
  return html`<a href="${address}" ${isCurrent ? html`aria-current="true"` : null}>${label}</a>`;
}

function frame({ title, source, width }: { title: string; source: string; width: number }): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <iframe
      title="${title}"
      src="${source}"
      width="${width}"
      height="760"
      loading="lazy"
      sandbox="allow-top-navigation-by-user-activation"
    ></iframe>
  </figure>`;
}

function galleryStyle({ light, dark }: { readonly light: Tokens; readonly dark: Tokens }): Html {
  const colours = (tokens: Tokens) => html`
    --page: ${tokens.page}; --surface: ${tokens.surface}; --selected: ${tokens['accent-soft']}; --border:
    ${tokens.border}; --text: ${tokens.text}; --muted: ${tokens.muted}; --accent: ${tokens['accent-text']};
  `;
  return html`<style>
    :root {
      ${colours(light)}
    }
    @media (prefers-color-scheme: dark) {
      :root {
        ${colours(dark)}
      }
    }
    * {
      box-sizing: border-box;
    }
    body {
      margin: 0;
      background: var(--page);
      color: var(--text);
      font: ${light['font-3']}/1.5 system-ui, sans-serif;
    }
    header {
      display: flex;
      flex-wrap: wrap;
      gap: ${light['space-4']};
      align-items: center;
      justify-content: space-between;
      padding: ${light['space-4']} ${light['space-6']};
      border-block-end: 1px solid var(--border);
      background: var(--surface);
    }
    h1,
    h2,
    h3 {
      margin: 0;
      font-size: ${light['font-5']};
      line-height: 1.3;
      overflow-wrap: anywhere;
    }
    .columns {
      display: grid;
      grid-template-columns: 20rem minmax(0, 1fr);
      align-items: start;
    }
    .columns > nav {
      position: sticky;
      inset-block-start: 0;
      max-height: 100vh;
      padding: ${light['space-3']};
      overflow: auto;
      border-inline-end: 1px solid var(--border);
    }
    main {
      display: grid;
      gap: ${light['space-5']};
      align-content: start;
      padding: ${light['space-6']};
    }
    a {
      color: var(--accent);
    }
    nav a {
      display: block;
      padding: ${light['space-2']} ${light['space-3']};
      border-radius: ${light.radius};
      color: var(--text);
      text-decoration: none;
      overflow-wrap: anywhere;
    }
    header nav {
      display: flex;
    }
    nav a:hover,
    nav a[aria-current] {
      background: var(--selected);
    }
    nav a[aria-current] {
      font-weight: 600;
    }
    a:focus-visible,
    pre:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
    nav code,
    figcaption {
      display: block;
      color: var(--muted);
      font-size: ${light['font-1']};
      font-weight: 400;
    }
    .frames {
      display: flex;
      flex-wrap: wrap;
      gap: ${light['space-6']};
    }
    figure {
      max-width: 100%;
      margin: 0;
    }
    iframe {
      display: block;
      max-width: 100%;
      margin-block-start: ${light['space-2']};
      border: 1px solid var(--border);
      border-radius: ${light.radius};
    }
    pre {
      max-width: 100%;
      margin: 0;
      padding: ${light['space-5']};
      overflow: auto;
      border: 1px solid var(--border);
      border-radius: ${light.radius};
      background: var(--surface);
      font-size: ${light['font-2']};
      line-height: 1.5;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    @media (max-width: 60rem) {
      .columns {
        grid-template-columns: minmax(0, 1fr);
      }
      .columns > nav {
        position: static;
        max-height: 16rem;
        border-inline-end: 0;
        border-block-end: 1px solid var(--border);
      }
    }
  </style>`;
}
