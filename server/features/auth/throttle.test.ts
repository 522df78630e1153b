import { expect, it } from 'vitest';

import { createThrottle } from './throttle.ts';

it('forgets failures after 15 minutes, and those of an account after a success', () => {
  let time = 0;
  const throttle = createThrottle(() => time);
  const fail = (ip: string, account: string, times: number) => {
    for (let count = 0; count < times; count += 1) throttle.failed(ip, account);
  };
  fail('10.0.0.1', 'anna', 10);
  expect(() => throttle.check('10.0.0.1', 'anna')).not.toThrow();
  throttle.failed('10.0.0.1', 'anna');
  expect(() => throttle.check('10.0.0.2', 'anna')).toThrow(/Too many/);
  expect(() => throttle.check('10.0.0.1', 'bert')).toThrow(/Too many/);
  expect(() => throttle.check('10.0.0.2', 'bert')).not.toThrow();
  throttle.succeeded('anna');
  expect(() => throttle.check('10.0.0.2', 'anna')).not.toThrow();
  time = 15 * 60 * 1000 + 1;
  expect(() => throttle.check('10.0.0.1', 'bert')).not.toThrow();
});
