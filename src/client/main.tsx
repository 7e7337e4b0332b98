import './ui/theme/tokens.css';
import './ui/theme/global.css';
import type { Brand } from '../shared/brand.ts';
import { startApplication } from './application.tsx';
import { loadTexts, prepareBrandWords } from './language/texts.ts';

const element = document.getElementById('root');
const data = document.getElementById('application-data');
if (!element || !data) throw new Error('The document of the application has no root, or no data.');
const { brand } = JSON.parse(data.textContent) as { readonly brand: Brand };

// No top-level `await`: the chunks of texts import from this chunk, so both would wait for each other.
void prepareBrandWords(brand)
  .then(() => loadTexts())
  .then((spoken) => startApplication({ element, spoken, brand }));
