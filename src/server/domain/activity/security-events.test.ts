import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { makeAuditEntry } from '../rules/authority.ts';
import { methodEvent, sessionCreatedEvent } from '../rules/event-contents.ts';
import {
  OUTBOX_LEFT_AFTER_MS,
  makeSecurityEvent,
  writeOutbox,
  writeLeftOutboxes,
} from './security-events.ts';
import { runDueJobs } from '../job-runner.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';

const CLIENT = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  locale: 'de',
  proofOfWork: null,
} as const;

let people = 0;
/** A user with a security event in the outbox, as after a deciding write. */
async function announced(
  app: TestApp,
  mailTo?: readonly string[],
): Promise<{ user: UserDocument; email: string; securityEvent: SecurityEvent }> {
  const email = `announced-${people++}@example.test`;
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, email, CLIENT);
  const securityEvent = makeSecurityEvent(app.deps, {
    kind: 'access-token-created',
    requestOrigin: CLIENT,
    label: 'Deploys',
    mailTo: mailTo ?? [email],
    events: [sessionCreatedEvent(new ObjectId(), ['passkey']), methodEvent('method.added', 'password')],
  });
  await app.deps.collections.users.updateOne({ _id: user._id }, { $push: { outbox: securityEvent } });
  return { user, email, securityEvent };
}

/** An event of an administration, with its row of the audit log. */
function auditedEvent(app: TestApp, kind: 'roles-changed' | null = 'roles-changed'): SecurityEvent {
  return makeSecurityEvent(app.deps, {
    kind,
    requestOrigin: null,
    mailTo: [],
    events: [],
    audit: makeAuditEntry(
      { kind: 'server' },
      { ip: '198.51.100.9' },
      {
        action: 'user-roles-changed',
        reason: 'A new colleague',
        before: { roles: [] },
        after: { roles: ['editor'] },
      },
    ),
  });
}

/** Puts it into the outbox of the user alone, and writes it. */
async function write(app: TestApp, { _id }: UserDocument, securityEvent: SecurityEvent): Promise<void> {
  await app.deps.collections.users.updateOne({ _id }, { $set: { outbox: [securityEvent] } });
  await writeOutbox(app.deps, _id, securityEvent);
}

const rowsOf = (app: TestApp, user: UserDocument) =>
  app.deps.collections.activity.find({ userId: user._id }).toArray();

describe('a security event', () => {
  it('writes one line of activity and one mail to each address, in the person’s language', async ({
    app,
  }) => {
    const second = 'also@example.test';
    const { user, securityEvent } = await announced(app, ['first@example.test', second]);
    await writeOutbox(app.deps, user._id, securityEvent);
    await writeOutbox(app.deps, user._id, securityEvent);
    const { mailTo: _mailTo, events: _events, ...row } = securityEvent;
    expect(await rowsOf(app, user)).toEqual([{ ...row, userId: user._id }]);
    const current = await app.deps.collections.users.findOne({ _id: user._id });
    expect(current?.outbox).toEqual([]);

    await runDueJobs(app.deps);
    const mails = app.mailbox.messages.filter(({ to }) => to === 'first@example.test' || to === second);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([second, 'first@example.test']);
    expect(mails[0]?.subject).toMatch(/^Bei .* wurde ein Zugriffstoken erstellt$/);
    expect(mails[0]?.text).toContain('Wo: Firefox unter Linux, 203.0.113.7');
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    // A second call after the mail was sent mails nothing, because the job and the event are removed.
    await writeOutbox(app.deps, user._id, securityEvent);
    expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
  });

  it('is written once by 50 parallel calls', async ({ app }) => {
    const { user, securityEvent, email } = await announced(app);
    await Promise.all(Array.from({ length: 50 }, () => writeOutbox(app.deps, user._id, securityEvent)));
    expect(await rowsOf(app, user)).toHaveLength(1);
    await runDueJobs(app.deps);
    expect(app.mailbox.messages.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('writes its row of the audit log once, with its own id, although it is written twice', async ({
    app,
  }) => {
    const { user } = await announced(app);
    const securityEvent = auditedEvent(app);
    const { audit } = app.deps.collections;
    await write(app, user, securityEvent);
    await write(app, user, securityEvent);
    expect(await audit.find({ 'subject.id': user._id }).toArray()).toEqual([
      {
        _id: securityEvent._id,
        at: securityEvent.at,
        actor: { kind: 'server' },
        action: 'user-roles-changed',
        subject: { kind: 'user', id: user._id },
        reason: 'A new colleague',
        before: { roles: [] },
        after: { roles: ['editor'] },
        ip: '198.51.100.9',
      },
    ]);
  });

  it('does not show the person what only the audit log keeps', async ({ app }) => {
    const { user } = await announced(app);
    const securityEvent = auditedEvent(app);
    await write(app, user, securityEvent);
    const [row] = await rowsOf(app, user);
    expect(row).toEqual({
      _id: securityEvent._id,
      userId: user._id,
      kind: 'roles-changed',
      method: null,
      label: null,
      ip: null,
      userAgent: null,
      at: securityEvent.at,
    });
  });

  it('writes no activity when it is hidden', async ({ app }) => {
    const { user } = await announced(app);
    const securityEvent = auditedEvent(app, null);
    await write(app, user, securityEvent);
    expect(await rowsOf(app, user)).toEqual([]);
    expect(await app.deps.collections.audit.countDocuments({ _id: securityEvent._id })).toBe(1);
  });

  it('is written by the job runner when its own request has not written it for a while', async ({ app }) => {
    const { user } = await announced(app);
    app.advance(OUTBOX_LEFT_AFTER_MS - 1000);
    await writeLeftOutboxes(app.deps);
    expect(await rowsOf(app, user)).toEqual([]);
    app.advance(1000);
    await Promise.all([writeLeftOutboxes(app.deps), writeLeftOutboxes(app.deps)]);
    app.resetClock();
    expect(await rowsOf(app, user)).toHaveLength(1);
  });

  it('does not fail the decision when its activity cannot be written', async ({ app }) => {
    const { user, securityEvent } = await announced(app);
    const { users } = app.deps.collections;
    const unknown = { ...securityEvent, kind: 'of-tomorrow' as never };
    await users.updateOne({ _id: user._id }, { $set: { outbox: [unknown] } });
    await expect(writeOutbox(app.deps, user._id, securityEvent)).resolves.toBeUndefined();
    expect(app.logLines.at(-1)).toMatchObject({
      msg: 'outbox not written yet',
      securityEventId: securityEvent._id.toHexString(),
    });
    await users.updateOne({ _id: user._id }, { $set: { outbox: [securityEvent] } });
    await writeOutbox(app.deps, user._id, securityEvent);
    expect(await rowsOf(app, user)).toHaveLength(1);
  });

  it('of a deleted user is dropped', async ({ app }) => {
    const { securityEvent } = await announced(app);
    const nobody = new ObjectId();
    await writeOutbox(app.deps, nobody, securityEvent);
    expect(await app.deps.collections.activity.countDocuments({ userId: nobody })).toBe(0);
  });
});
