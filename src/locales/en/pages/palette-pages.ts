/** Loaded when somebody opens the command palette. */
export const palettePages = {
  palette: {
    title: 'Search',
    hint: 'Pages, actions and documents',
    consoleHint: 'Search everything',
    keys: '↑ ↓ to choose, Enter to open, Esc to close',
    groups: { people: 'People', pages: 'Pages', actions: 'Actions', documents: 'Documents' },
    /** Found by these words too; nobody reads them. */
    also: {
      profile: 'name picture email address phone number language',
      signInMethods: 'password passkeys two-step verification connected accounts',
      devices: 'sessions sign out',
      yourData: 'export download delete account',
    },
    none: 'Nothing was found.',
    searching: 'Searching for people…',
    allFound: (text: string) => `List all people with “${text}”`,
    changeName: 'Change your name',
    changeLanguage: 'Change the language',
    newEndpoint: 'Add a webhook endpoint',
    showShortcuts: 'Show the keyboard shortcuts',
    openApi: 'Description of all procedures (OpenAPI 3.1)',
    signInMetadata: 'Configuration of sign-ins (OpenID Connect)',
  },
};
