import react from '@vitejs/plugin-react';
import { FOYER_PATHS } from 'foyer-auth/server';
import { defineConfig } from 'vite';

const { FOYER_URL = 'http://localhost:3000', API_URL = 'http://localhost:4000' } = process.env;

export default defineConfig({
  plugins: [react()],
  // Foyer's files are under /assets of the same origin.
  build: { assetsDir: 'app' },
  // The proxy keeps the browser's `Host`, because Foyer answers only under its public host.
  server: {
    proxy: {
      [`^/(${FOYER_PATHS.join('|')})(?=[/?]|$)`]: { target: FOYER_URL },
      '/api/': { target: API_URL },
    },
  },
});
