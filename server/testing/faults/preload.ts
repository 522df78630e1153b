/**
 * Preloaded into a test server (`node --import`) and its threads: counts disk operations, and at a
 * given one kills or stops the process, or injects a disk error.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

import { faultOf, isHitBy, type FaultCode } from './faults.ts';
import { interceptOperations } from './operations.ts';

/** The test's instructions, as JSON in the environment variable of this name. */
export interface Order {
  roots: string[];
  /** Path of a file whose existence starts the counting. */
  armed: string;
  /** Log file with one line per operation. */
  log: string;
  /** The operation to hit, from 1; 0 for none. */
  at: number;
  what: 'SIGKILL' | 'SIGTERM' | FaultCode;
}
export const orderVariable = 'OCTAVO_TEST_FAULT';

const order = JSON.parse(process.env[orderVariable] ?? 'null') as Order | null;

if (order) {
  // A counter shared by all threads.
  const shared =
    (getEnvironmentData(orderVariable) as SharedArrayBuffer | undefined) ??
    new SharedArrayBuffer(4);
  setEnvironmentData(orderVariable, shared);
  const count = new Int32Array(shared);
  // The original functions, before they are patched.
  const [append, exists] = [appendFileSync, existsSync];
  let isArmed = false;
  interceptOperations(order.roots, {
    before: (operation) => {
      isArmed ||= exists(order.armed);
      if (!isArmed) return;
      const number = Atomics.add(count, 0, 1) + 1;
      const { kind, name, path } = operation;
      append(order.log, `${kind} ${name.trim().replace(/\s+/g, ' ').slice(0, 60)} ${path}\n`);
      if (order.at === 0 || number < order.at) return;
      if (order.what === 'SIGKILL' || order.what === 'SIGTERM') {
        if (number === order.at) process.kill(process.pid, order.what);
      } else if (isHitBy(order.what, operation)) throw faultOf(order.what, operation);
    },
  });
}
