import { randomFillSync } from 'node:crypto';

import { v7 } from 'uuid';

const bytesOfId = 16;
/** Random bytes for the next ids; the system takes as long for 16 bytes as for these. */
const pool = new Uint8Array(256 * bytesOfId);
let used = pool.length;

const randomBytesOfId = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytesOfId;
  return pool.subarray(used - bytesOfId, used);
};

/** Of the last id: the time in ms, and a counter of 32 bits that orders the ids of one millisecond. */
let last = { msecs: 0, seq: 0 };

const next = (msecs: number, random: Uint8Array): typeof last => {
  // 31 random bits, so that the counter has room.
  if (msecs > last.msecs) {
    return { msecs, seq: new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1 };
  }
  const seq = (last.seq + 1) >>> 0;
  return { msecs: seq === 0 ? last.msecs + 1 : last.msecs, seq };
};

/** A new record id: UUID v7 (RFC 9562, method 1 of section 6.2), so that ids sort by creation time. */
export const newId = (): string => {
  const random = randomBytesOfId();
  last = next(Date.now(), random);
  return v7({ ...last, random });
};

/** The current time in the format of all records: ISO 8601, UTC, milliseconds. */
export const isoNow = (): string => new Date().toISOString();
