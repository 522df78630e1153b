/** Buffers for one thing that is read and sent; `giveBack` when nothing looks at them any more. */
export interface BufferLoan {
  /** At least so many bytes, of any content; cut to the length. */
  allocate(length: number): Buffer;
  giveBack(): void;
}

const smallest = 64 * 1024;

/**
 * Lends large buffers again and again: to get fresh memory for each page costs twice as much as to read and
 * send it. Loans that never come back are only memory that is collected as any other.
 */
export const createBufferLoans = ({ keepBytes = 16 * 1024 * 1024 } = {}): (() => BufferLoan) => {
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
