import { defineConfig } from 'vite';

const { FOYER_URL = 'http://localhost:3000', API_URL = 'http://localhost:4000' } = process.env;

export default defineConfig({
  define: { FOYER_URL: JSON.stringify(FOYER_URL), API_URL: JSON.stringify(API_URL) },
});
