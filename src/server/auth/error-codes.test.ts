import { MongoNetworkError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { AppError } from '../app-error.ts';
import { findAppError, toErrorCode, type FailedFlow } from './error-codes.ts';

function authError(type: string, err?: Error): Error {
  return Object.assign(new Error(type, err ? { cause: { err, provider: 'x' } } : undefined), { type });
}

const flow = (part: Partial<FailedFlow>): FailedFlow => ({
  action: 'callback',
  providerType: 'oidc',
  adapterMethod: null,
  ...part,
});

describe('an error of Auth.js', () => {
  it.each<[string, Partial<FailedFlow>, ErrorCode]>([
    ['OAuthSignInError', { action: 'signin' }, 'OAuthSignin'],

    ['OAuthCallbackError', {}, 'OAuthCallback'],
    ['InvalidCheck', {}, 'OAuthCallback'],
    ['CallbackRouteError', {}, 'OAuthCallback'],
    ['OAuthProfileParseError', { providerType: 'oauth' }, 'OAuthCallback'],

    ['AdapterError', { adapterMethod: 'linkAccount' }, 'OAuthCreateAccount'],

    ['CallbackRouteError', { providerType: 'email' }, 'Callback'],

    ['MissingSecret', { action: 'session', providerType: null }, 'Configuration'],
    ['SignOutError', { action: 'signout', providerType: null }, 'Configuration'],
  ])('%s in %j is %s', (type, part, code) => {
    expect(toErrorCode(authError(type), flow(part))).toBe(code);
  });

  it('a database that is down is UNAVAILABLE in every flow, however deep it is wrapped', () => {
    const away = authError('CallbackRouteError', authError('AdapterError', new MongoNetworkError('gone')));
    for (const action of ['signin', 'callback', 'signout', 'session'] as const) {
      expect(toErrorCode(away, flow({ action, adapterMethod: 'createUser' }))).toBe('UNAVAILABLE');
    }
  });

  it('our own error keeps its code, however it is wrapped', () => {
    const own = new AppError('ACCOUNT_BELONGS_TO_OTHER');
    expect(toErrorCode(authError('AccessDenied', own), flow({}))).toBe('ACCOUNT_BELONGS_TO_OTHER');
    expect(findAppError(authError('AccessDenied', new Error('x', { cause: own })))).toBe(own);
    expect(findAppError(new Error('none'))).toBeNull();
  });
});
