/** What this installation declares: own fields, roles and permissions, admission, claims. docs/configuration.md explains it. */
import { defineFoyer } from 'foyer-auth/config';

export default defineFoyer({});
