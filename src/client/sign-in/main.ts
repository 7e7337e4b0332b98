import '../ui/theme/tokens.css';
import '../ui/theme/global.css';
import './styles.ts';
import { startSignedOutPages, type PageData } from './start-signed-out-pages.tsx';

const root = document.getElementById('root');
/** Only the document of a signed-out page has it. The application loads this file too, because it shares code with these pages. */
const data = document.getElementById('page-data');

// No top-level `await`: other files import from this one, so both would wait for each other.
if (root && data) void startSignedOutPages(root, JSON.parse(data.textContent) as PageData);
