/** Better Auth with its MongoDB adapter, on Node's own HTTP server. */
import { betterAuth } from 'better-auth';
import { mongodbAdapter } from 'better-auth/adapters/mongodb';
import { toNodeHandler } from 'better-auth/node';
import { emailOTP, genericOAuth, type Provider } from 'better-auth/plugins';
import { createTransport } from 'nodemailer';
import { serve } from './serve.ts';

const HOUR_SECONDS = 3600;
const { BENCH_COOKIE_CACHE, BENCH_SMTP_URL, BENCH_PROVIDER } = process.env;

function plugins(): unknown[] {
  const mails = BENCH_SMTP_URL && createTransport({ url: BENCH_SMTP_URL, pool: true });
  return [
    ...(mails
      ? [
          emailOTP({
            sendVerificationOTP: async ({ email, otp }) => {
              const text = `Your code:\n\n${otp}\n`;
              await mails.sendMail({ from: 'bench@example.test', to: email, subject: 'Sign in', text });
            },
          }),
        ]
      : []),
    ...(BENCH_PROVIDER ? [genericOAuth({ config: [JSON.parse(BENCH_PROVIDER) as Provider] })] : []),
  ];
}

await serve(({ db, origin, secret }) => {
  return toNodeHandler(
    betterAuth({
      database: mongodbAdapter(db),
      secret,
      baseURL: origin,
      emailAndPassword: { enabled: true },
      // The default is five minutes. With an hour the measurement never falls back to the database.
      session: { cookieCache: { enabled: BENCH_COOKIE_CACHE === 'on', maxAge: HOUR_SECONDS } },
      // The default answers 429 after 100 requests in 10 s from one address.
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
      plugins: plugins(),
    }),
  );
});
