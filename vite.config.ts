import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/client',
  plugins: [react()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The server looks up there which file holds the texts of a language, and `bench/` what the first page weighs.
    manifest: true,
    target: 'baseline-widely-available',
    // Inlined assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the sign-in page needs is one file, whatever the pages loaded later share with it and with each other.
        codeSplitting: { groups: [{ name: 'first-page', tags: ['$initial'] }] },
      },
    },
  },
});
