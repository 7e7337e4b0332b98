import { brandStyle } from '../brand/brand-styles.ts';
import { brandTokens, SCHEMES } from '../brand/tokens.ts';
import { hashSource } from '../http/content-hashes.ts';
import { html } from '../http/html.ts';
import type { BrandSettings } from '../settings/brand.ts';

export function brandTemplate(template: string, brand: BrandSettings): string {
  const style = brandStyle(brand);
  let branded = style === '' ? template : template.replace('</head>', () => `<style>${style}</style></head>`);
  for (const scheme of SCHEMES) {
    const { page } = brandTokens(brand, scheme);
    branded = branded.replace(
      new RegExp(`(<meta name="theme-color" media="\\(prefers-color-scheme: ${scheme}\\)" content=")[^"]*`),
      `$1${page}`,
    );
  }
  const icons = iconsOf(brand);
  return icons === '' ? branded : branded.replace(/<link rel="icon"[^>]*>/, () => icons);
}

export function brandStyleSources(brand: BrandSettings): string[] {
  const style = brandStyle(brand);
  return style === '' ? [] : [hashSource(style)];
}

function iconsOf({ files }: BrandSettings): string {
  const { 'favicon.svg': svg, 'favicon.ico': ico, 'apple-touch-icon.png': touch } = files;
  if (!svg && !ico && !touch) return '';
  return html`${ico ? html`<link rel="icon" href="${ico.path}" sizes="32x32" />` : null}${
    svg ? html`<link rel="icon" href="${svg.path}" type="image/svg+xml" />` : null
  }${!svg && !ico && touch ? html`<link rel="icon" href="${touch.path}" type="image/png" />` : null}${
    touch ? html`<link rel="apple-touch-icon" href="${touch.path}" />` : null
  }`.toString();
}
