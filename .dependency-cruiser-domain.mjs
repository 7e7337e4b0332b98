import { DOMAIN, options, rule, TEST } from './.dependency-cruiser.mjs';

/** Circles of folders are forbidden only inside the domain, without its tests, so this run is separate. */
export default {
  forbidden: [
    {
      ...rule(
        'domain-folders-have-no-circle',
        'A subject can be read after those that it uses.',
        {},
        { circular: true },
      ),
      scope: 'folder',
    },
  ],
  options: { ...options, includeOnly: DOMAIN, exclude: TEST },
};
