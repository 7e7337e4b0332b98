import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `button.module.css` and `.root` make `button_root`: the server's sign-in page wears the same classes (`server/pages/sign-in-page.ts`). */
function classNameOf(name: string, file: string): string {
  const sheet = path.basename(file, '.module.css');
  const namesake = files.get(sheet) ?? file;
  if (namesake !== file) throw new Error(`${file} and ${namesake} would share their classes: rename one.`);
  files.set(sheet, file);
  return `${sheet}_${name}`;
}

const files = new Map<string, string>();

export default defineConfig({
  root: 'src/client',
  plugins: [react()],
  css: { modules: { generateScopedName: classNameOf } },
  // What the router's store asks for, without its copy of a hook that React has had since 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The server looks up there which file holds the texts of a language, and `bench/` what the first page weighs.
    manifest: true,
    // The browsers of `target` know it by themselves.
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    // Inlined assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // @trpc/client does not say that its files do nothing by themselves, and a WebSocket link that nobody uses would come along.
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
      output: {
        // The first page's script lists all chunks, and their names were part of what it weighs. The manifest says what each of them holds.
        chunkFileNames: 'assets/[hash].js',
        // What the sign-in page needs is one file, whatever the pages loaded later share with it and with each other.
        codeSplitting: { groups: [{ name: 'first-page', tags: ['$initial'] }] },
      },
    },
  },
});
