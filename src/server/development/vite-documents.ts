import { atBase } from '../../shared/base-path.ts';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EnvironmentModuleNode } from 'vite';
import type { RenderedPageName, RenderSignedOutPage, SignedOutPage } from '../../shared/signed-out-page.ts';
import { NO_BRAND } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import { brandStyleSources, brandTemplate } from '../pages/branded-template.ts';
import { withApplicationPage, withSignedOutPage, type ClientDocuments } from '../pages/documents.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const RENDERER = '/sign-in/render.tsx';

/** Vite compiles requested files and reports changes over a WebSocket on this port. */
export async function startViteDocuments(
  server: Server,
  { brand, basePath }: Pick<Settings, 'brand' | 'basePath'> = { brand: NO_BRAND, basePath: '' },
): Promise<ClientDocuments & { readonly close: () => Promise<void> }> {
  const { createServer } = await import('vite');
  // One nonce for the whole process: in development it only has to stop injected markup.
  const nonce = randomBytes(16).toString('base64url');
  const vite = await createServer({
    configFile: path.join(PROJECT, 'vite.config.ts'),
    base: atBase({ basePath }, '/'),
    html: { cspNonce: nonce },
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const readTemplate = async (file: string, address: string, shownBrand = brand) =>
    brandTemplate(
      await vite.transformIndexHtml(address, await readFile(path.join(vite.config.root, file), 'utf8')),
      shownBrand,
    );

  const render = async (...page: Parameters<RenderSignedOutPage>) => {
    const { renderSignedOutPage } = (await vite.ssrLoadModule(RENDERER)) as {
      renderSignedOutPage: RenderSignedOutPage;
    };
    return renderSignedOutPage(...page);
  };

  /** The renderer's styles. Vite's script finds them by the attribute, and does not add them again. */
  async function readStyles(): Promise<string> {
    const files: string[] = [];
    const seen = new Set<EnvironmentModuleNode>();
    const take = (module: EnvironmentModuleNode) => {
      if (seen.has(module)) return;
      seen.add(module);
      if (module.file?.endsWith('.css')) files.push(module.file);
      module.importedModules.forEach(take);
    };
    const renderer = await vite.environments.ssr.moduleGraph.getModuleByUrl(RENDERER);
    if (renderer) take(renderer);
    const global = ['tokens', 'global'].map((name) => path.join(vite.config.root, `ui/theme/${name}.css`));
    const elements = [...new Set([...global, ...files])].map(async (file) => {
      const { default: style } = (await vite.ssrLoadModule(`${file}?inline`)) as { default: string };
      return `<style nonce="${nonce}" data-vite-dev-id="${file}">${style}</style>`;
    });
    return (await Promise.all(elements)).join('');
  }

  async function documentOf(
    page: SignedOutPage<RenderedPageName>,
    shownBrand: Settings['brand'],
  ): Promise<string> {
    const template = await readTemplate('sign-in.html', page.address, shownBrand);
    const rendered = await render(page);
    const styles = await readStyles();
    return withSignedOutPage(
      template.replace('</head>', () => `${styles}</head>`),
      rendered,
      { page, applicationFiles: [] },
    );
  }

  return {
    inline: { nonce, styleSources: brandStyleSources(brand) },
    mountFiles: (app) => void app.use(vite.middlewares),
    async application(page) {
      const template = await readTemplate('index.html', page.address);
      const content = await withApplicationPage(template, page, render);
      const styles = await readStyles();
      return { content: content.replace('</head>', () => `${styles}</head>`), tag: null };
    },
    signedOut: (page) => documentOf(page, brand),
    sample: documentOf,
    close: () => vite.close(),
  };
}
