import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../../scripts/documents/markdown.ts';
import { deadLinksOf } from '../../../scripts/documents/site-check.ts';
import { hideBraces, linkToSite } from '../../../scripts/documents/site-links.ts';
import { siteSidebar } from '../../../scripts/documents/site-sidebar.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const PROJECT = pathOf('../../../');

/** Where the files are that are no documents: https://git.example/foyer/blob/main. Without it, links to them are shown as text. */
const repository = process.env['DOCS_REPOSITORY'];

export default defineConfig({
  title: 'Foyer',
  description: 'A sign-in server for web applications. You run it yourself, on MongoDB.',
  lang: 'en',
  // The documents stay where GitHub shows them, so the pages are made from the project's own folder.
  srcDir: PROJECT,
  srcExclude: ['{.github,bench,e2e,scripts,src}/**', '**/{dist,node_modules,.data,test-results}/**'],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  // The documents name the addresses of a Foyer on the reader's machine.
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
    // Otherwise Vite takes the configuration of the application, which is in the same folder as the documents.
    configFile: false,
    plugins: [
      {
        name: 'vue-of-the-site',
        enforce: 'pre',
        // VitePress names packages to prepare that cannot be found from the project's folder. They also work unprepared.
        configResolved(config) {
          config.optimizeDeps.include = [];
        },
        // The documents are above the folder in which Vue is installed, so Vue is looked for from here.
        resolveId(id, _importer, { ssr }) {
          if (id !== 'vue' && id !== 'vue/server-renderer') return null;
          return ssr ? { id, external: true } : this.resolve(id, pathOf('./config.ts'), { skipSelf: true });
        },
      },
    ],
    // The index of the search is one file.
    build: { chunkSizeWarningLimit: 2000 },
  },
  async buildEnd({ outDir }) {
    const dead = await deadLinksOf(outDir, process.env['DOCS_BASE'] ?? '/');
    if (dead.length > 0) throw new Error(`Dead links in the site:\n${dead.join('\n')}`);
  },
});
