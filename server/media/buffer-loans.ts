/** Gives memory for so many bytes, of any content. */
export type Allocate = (length: number) => Buffer;

/** Buffers for one thing that is read and sent; `giveBack` when nothing looks at them any more. */
export interface BufferLoan {
  allocate: Allocate;
  giveBack(): void;
}

export type Borrow = () => BufferLoan;

const smallest = 64 * 1024;

/**
 * Lends large buffers again and again: to get fresh memory for each page costs twice as much as to read and
 * send it. Loans that never come back are only memory that is collected as any other.
 */
export const createBufferLoans = ({ keepBytes = 16 * 1024 * 1024 } = {}): Borrow => {
  /** By size, a power of two. */
  const free = new Map<number, Buffer[]>();
  let kept = 0;

  const take = (size: number): Buffer => {
    const buffer = free.get(size)?.pop();
    if (!buffer) return Buffer.allocUnsafeSlow(size);
    kept -= size;
    return buffer;
  };

  const keep = (buffer: Buffer) => {
    if (kept + buffer.length > keepBytes) return;
    kept += buffer.length;
    const shelf = free.get(buffer.length) ?? [];
    free.set(buffer.length, shelf);
    shelf.push(buffer);
  };

  return () => {
    let lent: Buffer[] = [];
    return {
      allocate: (length) => {
        const buffer = take(Math.max(smallest, 2 ** Math.ceil(Math.log2(length))));
        lent.push(buffer);
        return buffer.subarray(0, length);
      },
      giveBack: () => {
        const back = lent;
        lent = [];
        for (const buffer of back) keep(buffer);
      },
    };
  };
};

/** Lends for as long as `work` takes. What it gives must not lie in the memory that was lent. */
export const whileBorrowed = async <Result>(
  borrow: Borrow,
  work: (allocate: Allocate) => Promise<Result>,
): Promise<Result> => {
  const { allocate, giveBack } = borrow();
  try {
    return await work(allocate);
  } finally {
    giveBack();
  }
};
