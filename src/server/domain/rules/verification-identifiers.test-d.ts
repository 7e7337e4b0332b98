import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';
import { identifierOf } from './verification-identifiers.ts';

declare const verificationTokens: Collections['verificationTokens'];
declare const userId: ObjectId;

void verificationTokens.findOne({ identifier: identifierOf('phone', userId) });
// @ts-expect-error an identifier that is spelled by hand is none
void verificationTokens.findOne({ identifier: 'reset-password:ada@example.test' });
// @ts-expect-error this kind names a user, no address
void identifierOf('phone', 'ada@example.test');
// @ts-expect-error this kind names a session too
void identifierOf('reauthenticate', userId);
// @ts-expect-error there is no such kind
void identifierOf('password-reset', 'ada@example.test');
