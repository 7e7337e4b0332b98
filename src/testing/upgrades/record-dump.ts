import { execFileSync } from 'node:child_process';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { deletionWords } from '../../locales/en/deletion-words.ts';
import { registerProvider } from '../../server/domain/providers/provider-registrations.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { makeToken } from '../app/access-tokens.ts';
import { startProgram } from '../app/devices.ts';
import { changeEmail, confirmationOf, undoTokenOf } from '../app/email-changes.ts';
import { createFaultInjector } from '../faults/faults.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { startIdentityProvider } from '../app/identity-provider.ts';
import { PASSWORD, resetLinkOf, signUpWithPassword } from '../app/passwords.ts';
import { aNumber, verifyNumber } from '../app/phones.ts';
import { aPng, blobOf } from '../app/pictures.ts';
import { startWalks } from '../app/provider-walks.ts';
import { createTestApp } from '../app/test-app.ts';
import { writeDump } from './dump.ts';

/**
 * `UPGRADE_DUMP=<file> npx vitest run record-dump` records a database of the current version, with the secrets that only its people have. The upgrade
 * tests of all later versions start with it.
 */
it('records a database of this version', async () => {
  const file = process.env['UPGRADE_DUMP'];
  if (file === undefined) throw new Error('UPGRADE_DUMP names the file to write');
  await using trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  await using untrusted = await startIdentityProvider({ name: 'Untrusted' });
  await using registering = await startIdentityProvider({ name: 'Registering' });
  const faults = createFaultInjector();
  await using app = await createTestApp({
    faults,
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    settings: { phoneSignIn: true },
  });
  const { walk, signIn } = startWalks(app);
  const people: Record<string, Record<string, string>> = {};
  const browsers: Record<string, Record<string, string>> = {};
  const addressOf = (person: string) => `${person}@example.test`;
  const uncount = () => app.resetLimits();

  /** Records the secrets of a person. */
  const keep = (person: string, agent: HttpAgent, secrets: Record<string, string> = {}) => {
    people[person] = secrets;
    browsers[person] = Object.fromEntries(agent.cookies);
  };
  const byMail = (person: string) => app.signInByMail(addressOf(person));
  const connect = async (agent: HttpAgent, provider: typeof trusted, login: string) => {
    const { location } = await agent.request(await walk(agent, provider, { login }, true));
    expect(new URL(location ?? '').searchParams.get('outcome')).toBe('linked');
  };
  /** The parameters of the sign-in link in the newest mail. */
  const linkTo = (email: string) => {
    const mail = app.mailbox.last(email);
    const token = new URL(app.mailbox.linkOf(mail)).searchParams.get('token') ?? '';
    return { email, token, code: app.mailbox.codeOf(mail) };
  };

  // All sign-in methods, each with a session.
  keep('mail-only', await byMail('mail-only'));
  await uncount();
  keep('password', await signUpWithPassword(app, addressOf('password')), { password: PASSWORD });
  {
    const agent = await byMail('phone');
    const number = aNumber();
    await verifyNumber(app, agent, number);
    keep('phone', agent, { number });
  }
  {
    const { agent } = await signIn(trusted, {
      login: 'two-providers',
      email: addressOf('two-providers'),
      name: 'Two Providers',
    });
    await connect(agent, untrusted, 'two-providers-too');
    keep('two-providers', agent);
  }
  keep('no-address', (await signIn(untrusted, { login: 'no-address' })).agent);
  {
    // A user of another adapter, with an unproven address.
    const { agent } = await signIn(untrusted, { login: 'unproven' });
    await app.deps.collections.users.updateOne(
      { 'accounts.key': 'untrusted:unproven' },
      { $set: { email: addressOf('unproven'), emailVerified: null } },
    );
    keep('unproven', agent);
  }
  {
    // With the fields that only other adapters write.
    await app.db.collection('users').insertOne({
      name: 'Another Adapter',
      email: addressOf('another-adapter'),
      emailVerified: new Date(),
      image: 'https://pictures.example.test/somebody.png',
      accounts: [],
      createdAt: new Date(),
      updatedAt: new Date(),
      locale: 'en',
    });
  }
  await uncount();

  // Several sessions of one person. Some have ended.
  {
    const first = await byMail('many-sessions');
    await app.client(first).session.revokeOthers.mutate();
    const second = await byMail('many-sessions');
    const revoked = await byMail('many-sessions');
    const current = (await app.client(revoked).session.list.query()).find((session) => session.current);
    await app.client(first).session.revoke.mutate({ id: current?.id ?? '' });
    keep('many-sessions', first);
    keep('many-sessions-second', second);
    keep('many-sessions-revoked', revoked);
  }
  await uncount();
  {
    // The row of an ended session that was not removed.
    const other = await byMail('ended');
    const agent = await byMail('ended');
    const userId = new ObjectId((await app.client(agent).session.get.query())?.user.id);
    const rows = await app.deps.collections.sessions.find({ userId }).toArray();
    await app.client(agent).session.revokeOthers.mutate();
    await app.deps.collections.sessions.deleteMany({ userId });
    await app.deps.collections.sessions.insertMany(rows);
    keep('ended-kept', agent);
    keep('ended-other', other);
  }
  await uncount();

  // Access tokens, programs, pictures, a signed session.
  {
    const agent = await byMail('scripts');
    const all = await makeToken(app, agent, { name: 'All scopes' });
    const profile = await makeToken(app, agent, { name: 'Profile', scopes: ['profile:read'] });
    const revokedToken = await makeToken(app, agent, { name: 'Revoked', scopes: ['profile:read'] });
    await app.client(agent).accessTokens.revoke.mutate({ id: revokedToken.accessToken.id });
    await app.client(agent).profile.uploadPicture.mutate(blobOf(await aPng()));
    await app.client(agent).session.token.query({ audience: 'https://api.example.test' });
    const [waiting, approved, denied] = [
      await startProgram(app),
      await startProgram(app),
      await startProgram(app),
    ];
    await app.client(agent).device.approve.mutate({ userCode: approved.userCode });
    await app.client(agent).device.deny.mutate({ userCode: denied.userCode });
    keep('scripts', agent, {
      all: all.token,
      profile: profile.token,
      revoked: revokedToken.token,
      waitingDevice: waiting.deviceCode,
      waitingUserCode: waiting.userCode,
      approvedDevice: approved.deviceCode,
      deniedDevice: denied.deviceCode,
    });
  }
  await uncount();

  // Mails and text messages with open links and codes.
  {
    const agent = app.agent();
    const email = addressOf('link-asked');
    await app.client(agent).session.requestLink.mutate({ email });
    keep('link-asked', agent, linkTo(email));
  }
  {
    const agent = app.agent();
    const email = addressOf('sign-up');
    await app.client(agent).password.signUp.mutate({ email, password: PASSWORD, name: 'Sign Up' });
    keep('sign-up', agent, { ...linkTo(email), password: PASSWORD });
  }
  {
    const email = addressOf('reset');
    keep('reset', await signUpWithPassword(app, email));
    await app.client(app.agent()).password.requestReset.mutate({ email });
    people['reset'] = resetLinkOf(app, email);
  }
  await uncount();
  {
    const agent = await byMail('reauthenticating');
    await app.client(agent).session.reauthenticate.mutate({ method: 'email' });
    keep('reauthenticating', agent, {
      code: app.mailbox.codeOf(app.mailbox.last(addressOf('reauthenticating'))),
    });
  }
  {
    const agent = await byMail('adding-phone');
    const number = aNumber();
    await app.client(agent).phone.set.mutate({ phone: number });
    keep('adding-phone', agent, { number, code: app.phonebox.codeTo(number) });
  }
  {
    const agent = await byMail('phone-code');
    const number = aNumber();
    await verifyNumber(app, agent, number);
    const elsewhere = app.agent();
    await app.client(elsewhere).session.requestPhoneCode.mutate({ phone: number });
    await expect.poll(() => app.phonebox.messages.filter(({ to }) => to === number).length).toBe(2);
    keep('phone-code', elsewhere, { number, code: app.phonebox.codeTo(number) });
  }
  {
    const agent = await byMail('changing-email');
    const wanted = addressOf('changing-email-wanted');
    await app.client(agent).email.change.mutate({ email: wanted });
    keep('changing-email', agent, { wanted, ...confirmationOf(app, wanted) });
  }
  await uncount();
  {
    const agent = await byMail('changed-email');
    const wanted = addressOf('changed-email-new');
    await changeEmail(app, agent, wanted);
    keep('changed-email', agent, { wanted, undo: await undoTokenOf(app, addressOf('changed-email')) });
  }

  // Provider accounts that wait: for the owner of the address, and for a proof of the address.
  await byMail('waiting-link');
  {
    const { agent } = await signIn(trusted, { login: 'waiting-link', email: addressOf('waiting-link') });
    keep('waiting-link', agent);
  }
  {
    const agent = app.agent();
    const answer = { login: 'waiting-proof', email: addressOf('waiting-proof') };
    await agent.request(await walk(agent, untrusted, answer));
    keep('waiting-proof', agent);
  }
  await uncount();
  await runDueJobs(app.deps);

  // A provider that an operator registered.
  await registerProvider(app.deps, {
    issuer: registering.issuer,
    name: 'Registering',
    domains: ['registering.test'],
    trustEmail: false,
    source: 'operator',
  });

  // Open jobs: a mail about a new password, and a grant to revoke.
  {
    const agent = await byMail('mail-owed');
    await app.client(agent).password.set.mutate({ password: PASSWORD });
    keep('mail-owed', agent, { password: PASSWORD });
  }
  {
    const agent = await byMail('grant-owed');
    await connect(agent, untrusted, 'grant-owed');
    await app
      .client(agent)
      .accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: 'grant-owed' });
    keep('grant-owed', agent);
  }

  // Requests that a kill interrupted: an unlink after its deciding write, with an open security event, and a deletion.
  const unlinking = await byMail('unlinking');
  await connect(unlinking, untrusted, 'unlinking');
  const afterUnlink = faults.holdBefore('jobs.insertOne');
  const unlink = app
    .client(unlinking)
    .accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: 'unlinking' });
  await afterUnlink.reached;
  keep('unlinking', unlinking);

  const { agent: leaving } = await signIn(trusted, { login: 'leaving', email: addressOf('leaving') });
  const afterBurial = faults.holdBefore('sessions.deleteMany');
  const deletion = app.client(leaving).data.deleteAccount.mutate({ confirm: deletionWords });
  await afterBurial.reached;
  keep('leaving', leaving);

  const collections = await app.db.listCollections({}, { nameOnly: true }).toArray();
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  await writeDump(file, {
    commit,
    recordedAt: app.deps.now(),
    authSecret: app.deps.settings.authSecret,
    people,
    browsers,
    collections: await Promise.all(
      collections.map(async ({ name }) => ({
        name,
        indexes: await app.db.collection(name).indexes(),
        documents: await app.db.collection(name).find().sort({ _id: 1 }).toArray(),
      })),
    ),
  });
  afterUnlink.release();
  afterBurial.release();
  await Promise.all([unlink, deletion]);
});
