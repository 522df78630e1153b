/** Allocates `length` bytes of uninitialised memory. */
export type Allocate = (length: number) => Buffer;

/** Buffers leased for one operation; call `release` once nothing references them any more. */
export interface BufferLease {
  allocate: Allocate;
  release(): void;
}

export type BufferPool = () => BufferLease;

const smallest = 64 * 1024;

/**
 * A pool of large buffers: allocating fresh memory for each page costs twice as much as reading and
 * sending it. A lease that is never returned is garbage-collected like any other memory.
 */
export const createBufferPool = ({ keepBytes = 16 * 1024 * 1024 } = {}): BufferPool => {
  /** Free buffers by size in bytes (a power of two). */
  const free = new Map<number, Buffer[]>();
  let heldBytes = 0;

  const lease = (size: number): Buffer => {
    const buffer = free.get(size)?.pop();
    if (!buffer) return Buffer.allocUnsafeSlow(size);
    heldBytes -= size;
    return buffer;
  };

  const reclaim = (buffer: Buffer) => {
    if (heldBytes + buffer.length > keepBytes) return;
    heldBytes += buffer.length;
    const shelf = free.get(buffer.length) ?? [];
    free.set(buffer.length, shelf);
    shelf.push(buffer);
  };

  return () => {
    let lent: Buffer[] = [];
    return {
      allocate: (length) => {
        const buffer = lease(Math.max(smallest, 2 ** Math.ceil(Math.log2(length))));
        lent.push(buffer);
        return buffer.subarray(0, length);
      },
      release: () => {
        const back = lent;
        lent = [];
        for (const buffer of back) reclaim(buffer);
      },
    };
  };
};

/** Leases buffers until `work` settles. Its result must not reference the leased memory. */
export const withPooledBuffers = async <Result>(
  borrow: BufferPool,
  work: (allocate: Allocate) => Promise<Result>,
): Promise<Result> => {
  const { allocate, release } = borrow();
  try {
    return await work(allocate);
  } finally {
    release();
  }
};
