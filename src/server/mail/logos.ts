import { mailBrandOf, type MailBrand } from '../brand/mail-brand.ts';
import type { Mail } from './mail.ts';
import { drawMark } from './mark.ts';

/** RFC 2392: `cid:` with one of these is an attached picture. */
export const LOGO_CONTENT_IDS = { light: 'logo@foyer', dark: 'dark-logo@foyer' } as const;

interface InlinePicture {
  readonly cid: string;
  readonly content: Buffer;
  readonly contentType: string;
}

type ReadPictures = (html: Mail['html']) => Promise<readonly InlinePicture[]>;

export function createLogos(settings: Parameters<typeof mailBrandOf>[0]): ReadPictures {
  const brand = mailBrandOf(settings);
  let logos: Promise<readonly InlinePicture[]> | undefined;
  return async (html) => {
    logos ??= readLogos(brand);
    return (await logos).filter(({ cid }) => html.includes(`"cid:${cid}"`));
  };
}

async function readLogos({ logo, tokens }: MailBrand): Promise<readonly InlinePicture[]> {
  if (logo === null) return [];
  if (logo === 'mark') {
    const content = await drawMark(tokens.light);
    return [{ cid: LOGO_CONTENT_IDS.light, content, contentType: 'image/png' }];
  }
  return (['light', 'dark'] as const).map((scheme) => {
    const { content, contentType } = logo[scheme];
    return { cid: LOGO_CONTENT_IDS[scheme], content, contentType };
  });
}

/** The mail as a page of a browser, which knows no `cid:`. */
export function withPictures(html: Mail['html'], pictures: readonly InlinePicture[]): string {
  let page = html;
  for (const { cid, content, contentType } of pictures)
    page = page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`);
  return page;
}
