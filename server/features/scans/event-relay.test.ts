import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { EntityEvents } from '../../../shared/events.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { createEventRelay, type EventRelay } from './event-relay.ts';

let relay: EventRelay;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  const bus = createEventBus();
  told = [];
  bus.subscribe(({ name, data }) => {
    if ('series_id' in data) told.push(`${name} ${data.series_id}`);
  });
  relay = createEventRelay(bus);
});
afterEach(() => vi.useRealTimers());

const series = (type: 'series_updated' | 'series_deleted', series_id: string) => {
  const event: EntityEvents[typeof type] = { type, series_id, library_id: 'l', timestamp: '' };
  relay.pass([event]);
};

test('holds a series back for a second and reports once what came meanwhile', () => {
  series('series_updated', 'a');
  series('series_updated', 'a');
  series('series_updated', 'a');
  expect(told).toEqual(['series_updated a']);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['series_updated a', 'series_updated a']);
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(2);
  series('series_updated', 'a');
  expect(told).toHaveLength(3);
});

test('never says that a deleted series was updated', () => {
  series('series_updated', 'a');
  series('series_updated', 'a');
  series('series_deleted', 'a');
  relay.flush();
  expect(told).toEqual(['series_updated a', 'series_deleted a']);
});

test('reports what it holds when the job ends, and nothing afterwards', () => {
  series('series_updated', 'a');
  series('series_updated', 'a');
  relay.flush();
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
