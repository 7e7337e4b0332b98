import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** The used part of markdown-it, which VitePress depends on. */
interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
interface MarkdownIt {
  readonly renderer: { render(...args: never[]): string };
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: { tokens: Token[]; env: { path?: string; realPath?: string } }) => void,
      ): void;
    };
  };
}

interface SitePlace {
  readonly project: string;
  /** The address for files that are no pages. Without it, links to them become text. */
  readonly repository: string | undefined;
}

/** Vue would run double braces in a document, even in code. */
export function hideBraces(markdown: MarkdownIt): void {
  const render = markdown.renderer.render.bind(markdown.renderer);
  markdown.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
}

const NO_PAGES = /^(?:\.github|bench|e2e|scripts|src)\//;
const EXTERNAL = /^(?:[a-z]+:|\/\/|#)/i;

/** Turns links of the documents, which are for GitHub, into links to pages of the site. */
export function linkToSite(markdown: MarkdownIt, place: SitePlace): void {
  markdown.core.ruler.push('link-to-site', ({ tokens, env }) => {
    const page = path.relative(place.project, env.realPath ?? env.path ?? '');
    for (const token of tokens) {
      token.content = token.type === 'html_block' ? withRelativePictures(token.content) : token.content;
      if (token.children !== null) linkInline(token.children, page, place);
    }
  });
}

function linkInline(tokens: Token[], page: string, place: SitePlace): void {
  let hidden = false;
  for (const token of tokens) {
    if (token.type === 'html_inline') token.content = withRelativePictures(token.content);
    if (token.type === 'link_open') {
      const href = siteTarget(token.attrGet('href') ?? '', page, place);
      hidden = href === null;
      if (href !== null) token.attrSet('href', href);
    }
    // A text token without text renders nothing.
    if (hidden && token.type.startsWith('link_')) {
      hidden = token.type !== 'link_close';
      token.type = 'text';
    }
  }
}

/** Vite takes `docs/images/a.png` for a package, and `./docs/images/a.png` for a file. */
function withRelativePictures(html: string): string {
  return html.replaceAll(/\b(src|srcset)="(?![./]|[a-z]+:)/g, '$1="./');
}

/** The target of a link on the site: a page, else the file in the repository, else `null`. */
function siteTarget(href: string, page: string, { project, repository }: SitePlace): string | null {
  if (EXTERNAL.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const file = path.join(path.dirname(page), decodeURIComponent(target));
  const absolute = path.join(project, file);
  if (!existsSync(absolute)) throw new Error(`${page} links ${href}, which does not exist.`);
  if (!NO_PAGES.test(`${file}/`)) {
    if (file.endsWith('.md')) return target.replace(/README\.md$/, 'index.md') + hash;
    if (statSync(absolute).isDirectory() && existsSync(path.join(absolute, 'README.md')))
      return `${target.replace(/\/$/, '')}/index.md${hash}`;
  }
  return repository === undefined ? null : `${repository}/${file}${hash}`;
}
