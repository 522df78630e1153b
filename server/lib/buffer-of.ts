/** The same bytes as a Buffer, without a copy: a message between threads makes plain arrays of buffers. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
