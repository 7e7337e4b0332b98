/** The mails to administrators about webhooks. They name the host of an endpoint only: the rest of its address may be a secret. */
export const webhookMails = {
  webhookDisabled: {
    title: (name: string) => `A webhook of ${name} was disabled`,
    gone: (host: string) => `The endpoint at ${host} answered that it is gone (HTTP status 410).`,
    failing: (host: string, days: number) =>
      `The endpoint at ${host} took no event for ${days} days, although Foyer tried again and again.`,
    outcome: 'Foyer sends it no more events until somebody enables it.',
    advice:
      'When the endpoint works again, enable it. Deliveries that wait are sent then. The endpoint’s page can also send the events of the time between again.',
    button: 'See the endpoint',
  },
};
