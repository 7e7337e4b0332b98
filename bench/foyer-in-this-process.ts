import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db, MongoClient } from 'mongodb';
import { createApp } from '../src/server/app.ts';
import { assemble } from '../src/server/assemble.ts';
import { connectDatabase } from '../src/server/database/connect.ts';
import type { Dependencies } from '../src/server/dependencies.ts';
import { createLogger } from '../src/server/log.ts';
import type { MailTransport } from '../src/server/mail/mail.ts';
import { createMailTransport } from '../src/server/mail/transport.ts';
import { readSettings } from '../src/server/settings/settings.ts';
import type { SmsTransport } from '../src/server/sms/sms.ts';
import { createSmsTransport } from '../src/server/sms/transport.ts';
import { openConnection, type HttpConnection } from './load/http-connection.ts';

export interface FoyerInThisProcess extends AsyncDisposable {
  readonly client: MongoClient;
  readonly db: Db;
  readonly deps: Dependencies;
  readonly connection: HttpConnection;
}

/** Foyer without its background work, so that only the measured calls read. */
export async function startInThisProcess(
  uri: string,
  parts: {
    /** More settings. */
    environment?: Readonly<Record<string, string>>;
    mail?: MailTransport;
    sms?: SmsTransport;
  } = {},
): Promise<FoyerInThisProcess> {
  const settings = readSettings({
    NODE_ENV: 'development',
    MONGODB_URI: uri,
    DEMO: 'off',
    ...parts.environment,
  });
  const log = createLogger({ logLevel: 'fatal' });
  const { client, db, close } = await connectDatabase({
    uri: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`,
    log,
    patient: true,
  });
  const mail = parts.mail ?? {
    ...createMailTransport(settings, log),
    send: () => Promise.resolve(),
  };
  const sms = parts.sms ?? createSmsTransport(settings, log);
  const { deps, builtInProviders } = await assemble({
    settings,
    client,
    db,
    mail,
    sms,
    log,
  });
  const server = createServer(createApp(deps, { builtInProviders }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = await openConnection((server.address() as AddressInfo).port);
  return {
    client,
    db,
    deps,
    connection,
    async [Symbol.asyncDispose]() {
      connection.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    },
  };
}
