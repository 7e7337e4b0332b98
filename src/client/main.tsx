import './ui/theme/tokens.css';
import './ui/theme/global.css';
import { isLocale } from '../shared/locale.ts';
import { startApplication } from './application.tsx';
import { loadTexts } from './language/texts.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id "root".');

// The server chose the language (`server/pages/documents.ts`).
const { lang } = document.documentElement;
// No top-level `await`: the chunks of texts import from this chunk, so both would wait for each other.
void loadTexts(isLocale(lang) ? lang : 'en').then((spoken) => startApplication({ element, spoken }));
