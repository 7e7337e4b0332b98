import { defineConfig } from 'vite';

const { FOYER_URL = 'http://localhost:3000' } = process.env;

export default defineConfig({ define: { FOYER_URL: JSON.stringify(FOYER_URL) } });
