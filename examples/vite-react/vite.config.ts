import react from '@vitejs/plugin-react';
import { FOYER_PATHS } from 'foyer-auth/server';
import { defineConfig } from 'vite';

const { FOYER_URL = 'http://localhost:3000' } = process.env;

export default defineConfig({
  plugins: [react()],
  // Foyer's own files are under /assets, since both share one address.
  build: { assetsDir: 'app' },
  // The host that the browser named is passed on: Foyer answers under its public address alone.
  server: { proxy: { [`^/(${FOYER_PATHS.join('|')})(?=[/?]|$)`]: { target: FOYER_URL } } },
});
