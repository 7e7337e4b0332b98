/** The banner on every page while an administrator acts as another person. */
export const impersonation = {
  label: 'Acting as another person',
  actingAs: (name: string) => `You act as ${name}.`,
  limits: (time: string) =>
    `It ends at ${time} at the latest. You see what they see, and you cannot change their account.`,
  end: 'End',
};
