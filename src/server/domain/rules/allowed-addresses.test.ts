import { expect, it } from 'vitest';
import { isAllowedAddress } from './allowed-addresses.ts';

const OFFICE = ['203.0.113.7', '10.20.0.0/16', '2001:db8::7', '2001:db8:1::/48'];

it.each([
  '203.0.113.7',
  '::ffff:203.0.113.7',
  '10.20.255.1',
  '::ffff:10.20.255.1',
  '2001:db8::7',
  '2001:DB8:0:0::7',
  '2001:db8:1:ffff::1',
])('allows %s, which is in the list', (ip) => {
  expect(isAllowedAddress(OFFICE, ip)).toBe(true);
});

it.each([
  '203.0.113.8',
  '10.21.0.0',
  '2001:db8::8',
  '2001:db8:2::1',
  '::1',
  '127.0.0.1',
  'unknown',
  '',
  null,
])('refuses %s, which is not in the list', (ip) => {
  expect(isAllowedAddress(OFFICE, ip)).toBe(false);
});

it.each(['203.0.113.8', '2001:db8::8', null])('allows %s when the list is empty', (ip) => {
  expect(isAllowedAddress([], ip)).toBe(true);
});
