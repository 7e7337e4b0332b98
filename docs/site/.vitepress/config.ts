import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../../scripts/documents/markdown.ts';
import { hideBraces, linkToSite } from '../../../scripts/documents/site-links.ts';
import { siteSidebar } from '../../../scripts/documents/site-sidebar.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const PROJECT = pathOf('../../../');
/** The address of other files: https://git.example/foyer/blob/main. Without it, links to them become text. */
const repository = process.env['DOCS_REPOSITORY'];

export default defineConfig({
  title: 'Foyer',
  description: 'A sign-in server for web applications. You run it yourself, on MongoDB.',
  lang: 'en',
  // The documents stay in the folders where GitHub shows them.
  srcDir: PROJECT,
  srcExclude: ['{.github,bench,e2e,scripts,src}/**', '**/{dist,node_modules,.data,test-results}/**'],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  // The documents name a Foyer on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  base: process.env['DOCS_BASE'] ?? '/',
  outDir: './dist',
  cacheDir: './node_modules/.vitepress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      linkToSite(markdown, { project: PROJECT, repository });
      hideBraces(markdown);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/docs/guides/' },
      { text: 'Procedures', link: '/docs/procedures/' },
      { text: 'Settings', link: '/docs/settings' },
    ],
    sidebar: siteSidebar(PROJECT),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: {
    // Otherwise Vite takes the application's configuration.
    configFile: false,
    plugins: [
      {
        name: 'vue-of-the-site',
        enforce: 'pre',
        // VitePress prepares packages that are not in the project's folder. They also work unprepared.
        configResolved(config) {
          config.optimizeDeps.include = [];
        },
        // Vue is installed here, below the folder of the documents.
        resolveId(id, _importer, { ssr }) {
          if (id !== 'vue' && id !== 'vue/server-renderer') return null;
          return ssr ? { id, external: true } : this.resolve(id, pathOf('./config.ts'), { skipSelf: true });
        },
      },
    ],
    // The index of the search is one file.
    build: { chunkSizeWarningLimit: 2000 },
  },
});
