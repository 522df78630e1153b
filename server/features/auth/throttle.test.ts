import { expect, it } from 'vitest';

import { createThrottle } from './throttle.ts';

it('forgets failures after 15 minutes, and those of an account after a success', () => {
  let time = 0;
  const throttle = createThrottle(() => time);
  const begin = (ip: string, account: string) => throttle.begin(ip, account);
  for (let count = 0; count < 10; count += 1) begin('10.0.0.1', 'anna');
  const eleventh = begin('10.0.0.1', 'anna');
  expect(() => begin('10.0.0.2', 'anna')).toThrow(/Too many/);
  expect(() => begin('10.0.0.1', 'bert')).toThrow(/Too many/);
  begin('10.0.0.2', 'bert').succeed();
  eleventh.succeed();
  begin('10.0.0.2', 'anna').succeed();
  begin('10.0.0.1', 'carl');
  expect(() => begin('10.0.0.1', 'bert')).toThrow(/Too many/);
  time = 15 * 60 * 1000 + 1;
  expect(() => begin('10.0.0.1', 'bert')).not.toThrow();
});

it('counts attempts in flight, and not those that nobody looked at', () => {
  const throttle = createThrottle();
  const attempts = Array.from({ length: 11 }, () => throttle.begin('10.0.0.1', 'anna'));
  expect(() => throttle.begin('10.0.0.2', 'anna')).toThrow(/Too many/);
  attempts[0]?.withdraw();
  expect(() => throttle.begin('10.0.0.2', 'anna')).not.toThrow();
});

it('takes the addresses of one IPv6 network for one', () => {
  const throttle = createThrottle();
  for (let count = 0; count < 11; count += 1) throttle.begin(`2001:db8::${count}`, `user ${count}`);
  expect(() => throttle.begin('2001:db8::ffff', 'anna')).toThrow(/Too many/);
  expect(() => throttle.begin('2001:db9::1', 'anna')).not.toThrow();
});
