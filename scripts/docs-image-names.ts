/** The pictures in `docs/images`, each in light and dark colours. `npm run docs:images` takes them in this order. */
export const DOCS_IMAGES = ['sign-in', 'mail', 'profile', 'sign-in-methods'] as const;

export type DocsImage = (typeof DOCS_IMAGES)[number];

export const SCHEMES = ['light', 'dark'] as const;

export function imageFileOf(name: DocsImage, scheme: (typeof SCHEMES)[number]): string {
  return `${name}-${scheme}.png`;
}
