import { EVENT_SUMMARIES } from '../../../src/shared/event-summaries.ts';
import { EVENT_TYPES } from '../../../src/shared/event-types.ts';
import { SCOPES } from '../../../src/shared/scopes.ts';

/** What the other commands need. */
export const DEFAULT_SCOPES = ['profile:read', 'sessions:read', 'sessions:write', 'tokens:read'] as const;

const OPTIONS = `Options:
  --url <address>   which Foyer (or FOYER_URL; else that of the last login; else http://localhost:3000)
  --json            answers as JSON, for programs
  -h, --help        this
  -V, --version     the version`;

const TYPE_LINES = EVENT_TYPES.map((type) => `    ${type.padEnd(22)} ${EVENT_SUMMARIES[type]}`).join('\n');

export const COMMANDS = {
  login: `foyer login [--scope <scope>]... [--name <name>] [--no-open]

Signs this machine in by your browser: compare the code there with the one that is printed here.
The access token lives 90 days and is kept in $XDG_CONFIG_HOME/foyer/credentials.json, for you alone.

  --scope <scope>   what it may do, once for each; without it: ${DEFAULT_SCOPES.join(', ')}
                    of: ${SCOPES.slice(0, 5).join(', ')},
                        ${SCOPES.slice(5).join(', ')};
                    or one that the application there declares
  --name <name>     what you will know it by
  --no-open         print the address without opening a browser`,
  logout: `foyer logout

Ends the access token that login made, here and at Foyer.`,
  whoami: `foyer whoami

Whose token this is, what it may do, the roles of that person, and how strong the sign-in behind it was:
“Level 2: passkey”.`,
  sessions: `foyer sessions [list]
foyer sessions revoke <id>
foyer sessions revoke-others

Where you are signed in with a browser; signs one of them out, or all of them.`,
  types: `foyer types [--out <file>]

Writes the roles, permissions, scopes and own fields of a Foyer as a TypeScript file, for an application that does not have its
foyer.config.ts. It needs no token. Run it again when they change.

  --out <file>      the file; without it: foyer.d.ts`,
  users: `foyer users import <file> [--from <source>] [--dry-run] [--provider <theirs>=<ours>]... [--hash-config <file>]
foyer users export > people.ndjson

Brings people of another system here, with their passwords; prints all people, without secrets. Both need a service key in
FOYER_SERVICE_KEY, with the scope users:import or users:read. An import can be repeated: who is here already stays as they are.
Beside the file it writes <file>.report.ndjson, with the line and the reason of everybody who was refused.

  --from <source>       foyer (one person as JSON a line; the default), auth-js, better-auth, clerk, csv, firebase, keycloak
  --dry-run             check everything, write nothing
  --provider <pair>     an identity provider by its id there and here, such as google.com=google; an empty right side leaves
                        its connections out
  --hash-config <file>  the password hash parameters of Firebase, as its console shows them`,
  events: `foyer events tail [--type <type>]... [--subject <id>] [--from oldest|now]

Shows what happens here, one event a line, until you end it with Ctrl-C. It needs a service key in FOYER_SERVICE_KEY, with the
scope events:read. --json prints the events as events.list answers them.

  --type <type>     only this type, once for each
  --subject <id>    only events about this person
  --from <place>    now (the default), or oldest: all that are kept, which is 30 days

Types:
${TYPE_LINES}`,
  listen: `foyer listen --forward <url> [--type <type>]... [--from oldest|now]

Sends each event to your app on this machine, as a webhook would. Foyer needs no way to this machine. It needs a service key in
FOYER_SERVICE_KEY, with the scope events:read. It prints the secret that signs, which stays the same for this Foyer and address.

An event is sent again until your app answers with 2xx, so your app may restart. The next run with the same types goes on where
this one ended.

  --forward <url>   where your app receives webhooks: http://localhost:4000/webhooks
  --type <type>     only these types, as for events
  --from <place>    now or oldest, instead of where the last run ended. The first run begins now`,
  tokens: `foyer tokens [list]

Your access tokens, never the tokens themselves. They are made and ended in the browser.`,
} as const;
export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

export function helpOf(command: CommandName | null): string {
  if (command) return `${COMMANDS[command]}\n\n${OPTIONS}\n`;
  return `foyer <command>

Commands:
  login                    sign this machine in by your browser
  logout                   end that
  whoami                   whose token this is, what it may do, the roles, and the level of the sign-in
  sessions [list]          where you are signed in
  sessions revoke <id>     sign one of them out
  sessions revoke-others   sign all of them out
  tokens [list]            your access tokens
  users import <file>      bring people of another system here
  users export             print all people
  events tail              show what happens here
  listen --forward <url>   send events to your app on this machine
  types                    write the roles, permissions, scopes and own fields as types

${OPTIONS}

Environment:
  FOYER_TOKEN       an access token, used before the one that login keeps
  FOYER_URL         which Foyer
  FOYER_SERVICE_KEY a service key, for users, events and listen

Exit codes: 0 done, 1 fault, 2 usage, 3 not signed in, 4 refused, 5 not found or invalid, 6 unavailable.
`;
}
