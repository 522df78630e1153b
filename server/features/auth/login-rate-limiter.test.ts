import { afterEach, expect, it, vi } from 'vitest';

import { createLoginRateLimiter } from './login-rate-limiter.ts';

afterEach(() => void vi.useRealTimers());

it('forgets failures after 15 minutes, and those of an account after a success', () => {
  let time = 0;
  const loginLimiter = createLoginRateLimiter(() => time);
  const begin = (ip: string, account: string) => loginLimiter.begin(ip, account);
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

it('ends a block in time although the clock was years ahead when it began', () => {
  vi.useFakeTimers({ now: Date.parse('2036-05-01T12:00:00.000Z') });
  const limiter = createLoginRateLimiter();
  for (let count = 0; count < 11; count += 1) limiter.begin('10.0.0.1', 'anna');
  vi.setSystemTime('2026-05-01T12:00:00.000Z');
  vi.advanceTimersByTime(14 * 60_000);
  expect(() => limiter.begin('10.0.0.1', 'anna')).toThrow(/Too many/);
  vi.advanceTimersByTime(61_000);
  expect(() => limiter.begin('10.0.0.1', 'anna')).not.toThrow();
});

it('counts attempts in flight, and not those that nobody looked at', () => {
  const loginLimiter = createLoginRateLimiter();
  const attempts = Array.from({ length: 11 }, () => loginLimiter.begin('10.0.0.1', 'anna'));
  expect(() => loginLimiter.begin('10.0.0.2', 'anna')).toThrow(/Too many/);
  attempts[0]?.withdraw();
  expect(() => loginLimiter.begin('10.0.0.2', 'anna')).not.toThrow();
});

it('counts the addresses of an IPv6 network as one', () => {
  const loginLimiter = createLoginRateLimiter();
  for (let count = 0; count < 11; count += 1)
    loginLimiter.begin(`2001:db8::${count}`, `user ${count}`);
  expect(() => loginLimiter.begin('2001:db8::ffff', 'anna')).toThrow(/Too many/);
  expect(() => loginLimiter.begin('2001:db9::1', 'anna')).not.toThrow();
});

it('keeps nobody out at an address where they have signed in, unless the failures are from there', () => {
  const loginLimiter = createLoginRateLimiter();
  loginLimiter.begin('10.0.0.7', 'anna').succeed();
  for (let count = 0; count < 11; count += 1) loginLimiter.begin(`10.0.1.${count}`, 'anna');
  expect(() => loginLimiter.begin('10.0.0.8', 'anna')).toThrow(/Too many/);
  for (let count = 0; count < 11; count += 1) loginLimiter.begin('10.0.0.7', 'anna');
  expect(() => loginLimiter.begin('10.0.0.7', 'anna')).toThrow(/Too many/);
});

it('locks nobody out for the failures of another device at their address, and allows no more attempts', () => {
  const limiter = createLoginRateLimiter();
  limiter.begin('10.0.0.7', 'anna').succeed();
  for (let count = 0; count < 11; count += 1) limiter.begin('10.0.0.7', `guess ${count}`);
  expect(() => limiter.begin('10.0.0.7', 'bert')).toThrow(/Too many/);
  limiter.begin('10.0.0.7', 'anna').succeed();
  for (let count = 0; count < 11; count += 1) limiter.begin('10.0.0.7', 'anna');
  expect(() => limiter.begin('10.0.0.7', 'anna')).toThrow(/Too many/);
});

it('forgives no guesses at an account because the person signs in beside them', () => {
  const limiter = createLoginRateLimiter();
  limiter.begin('10.0.0.7', 'anna').succeed();
  for (let count = 0; count < 10; count += 1) limiter.begin('10.0.0.7', 'anna');
  limiter.begin('10.0.0.7', 'anna').succeed();
  limiter.begin('10.0.0.7', 'anna');
  expect(() => limiter.begin('10.0.0.7', 'anna')).toThrow(/Too many/);
});

it('keeps nobody out at an address where they signed in before a restart', () => {
  const limiter = createLoginRateLimiter(undefined, () => [{ ip: '2001:db8::1', account: 'anna' }]);
  for (let count = 0; count < 11; count += 1) limiter.begin(`10.0.1.${count}`, 'anna');
  expect(() => limiter.begin('10.0.0.8', 'anna')).toThrow(/Too many/);
  limiter.begin('2001:db8::2', 'anna').succeed();
});
