import { parentPort } from 'node:worker_threads';

import type { PdfReply, PdfRequest } from '../media/pdf/pdf-worker.ts';

/** A fake PDFium worker: page 0 hangs, page 1 crashes the thread, any other page succeeds. */
parentPort?.on('message', (request: PdfRequest) => {
  const index = request.kind === 'draw' ? request.index : 2;
  while (index === 0);
  if (index === 1) throw new Error('memory access out of bounds');
  const result = { width: 1, height: 1, pixels: new Uint8Array(3) };
  parentPort?.postMessage({ type: 'done', result } satisfies PdfReply);
});
