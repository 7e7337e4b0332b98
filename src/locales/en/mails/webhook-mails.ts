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
  webhookChanged: {
    title: (name: string) => `A webhook of ${name} was changed`,
    changes: {
      'webhook-created': (host: string) => `An endpoint at ${host} was added. It receives events.`,
      'webhook-updated': (host: string) =>
        `The endpoint at ${host} was changed: its address, its description or its types of events.`,
      'webhook-enabled': (host: string) => `The endpoint at ${host} was enabled. It receives events.`,
      'webhook-disabled': (host: string) =>
        `The endpoint at ${host} was disabled. It receives no more events.`,
      'webhook-secret-rotated': (host: string) => `The endpoint at ${host} got a new secret.`,
      'webhook-deleted': (host: string) => `The endpoint at ${host} was deleted.`,
    },
    moved: (from: string, to: string) => `The endpoint at ${from} was moved to ${to}. Events go there now.`,
    actors: {
      administrator: 'administrator',
      'service-key': 'service key',
      server: 'command on the server',
    },
    by: (actor: string) => `By: ${actor}`,
    byNamed: (actor: string, name: string) => `By: ${name} (${actor})`,
    advice:
      'If you do not know of this change, disable the endpoint and look into the audit log. Then revoke the service key, or sign the administrator out.',
    button: 'See the endpoints',
  },
};
