/** What this installation declares. docs/configuration.md explains it. */
import { defineFoyer } from 'foyer-auth/config';

export default defineFoyer({});
