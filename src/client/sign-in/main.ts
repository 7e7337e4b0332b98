import '../ui/theme/tokens.css';
import '../ui/theme/global.css';
import './styles.ts';
import { startSignedOutPages, type PageData } from './start-signed-out-pages.tsx';

const root = document.getElementById('root');
/** Only a signed-out page's document has it. The application loads this file for the shared code. */
const data = document.getElementById('page-data');

// No top-level `await`: other files import from this one, so both would wait for each other.
if (root && data) void startSignedOutPages(root, JSON.parse(data.textContent) as PageData);
