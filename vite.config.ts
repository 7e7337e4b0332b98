import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const CLIENT = path.join(import.meta.dirname, 'src/client');
/** Renders the signed-out pages on the server. */
const RENDERER = path.join(CLIENT, 'sign-in/render.tsx');

/** `button.module.css` and `.root` make `button_root`, which a reader of the page finds again. Server and browser must agree. */
function classNameOf(name: string, file: string): string {
  const sheet = path.basename(file, '.module.css');
  const namesake = files.get(sheet) ?? file;
  if (namesake !== file) throw new Error(`${file} and ${namesake} would share their classes: rename one.`);
  files.set(sheet, file);
  return `${sheet}_${name}`;
}

const files = new Map<string, string>();

export default defineConfig(({ isSsrBuild = false }) => ({
  root: CLIENT,
  plugins: [react()],
  css: { modules: { generateScopedName: classNameOf } },
  // What the router's store asks for, without its copy of a hook that React has had since 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: isSsrBuild
    ? {
        outDir: path.join(import.meta.dirname, 'dist/render'),
        emptyOutDir: true,
        ssr: RENDERER,
        copyPublicDir: false,
        minify: true,
      }
    : {
        outDir: path.join(import.meta.dirname, 'dist/client'),
        emptyOutDir: true,
        // The server looks up there which file holds the texts of a language, and `bench/` what the first page weighs.
        manifest: true,
        // The browsers of `target` know it by themselves.
        modulePreload: { polyfill: false },
        target: 'baseline-widely-available',
        // Inlined assets would need data: in the content security policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [path.join(CLIENT, 'index.html'), path.join(CLIENT, 'sign-in.html')],
          // @trpc/client does not say that its files do nothing by themselves, and a WebSocket link that nobody uses would come along.
          treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
          output: {
            // The first page's script lists all chunks, and their names were part of what it weighs. The manifest says what each of them holds.
            chunkFileNames: 'assets/[hash].js',
          },
        },
      },
  // The renderer is one file with everything in it, so the server loads no packages for it.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
}));
