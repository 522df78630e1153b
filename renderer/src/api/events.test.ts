import { expect, test } from 'vitest';

import { liveEvents } from '../../../shared/events.ts';
import { eventNames } from './events.ts';

test('the page listens to every event of the server', () => {
  expect([...eventNames].sort()).toEqual(Object.keys(liveEvents).sort());
});
