import type { Progress } from '../../../shared/api/progress-record.ts';
import { updateProgress, type UpdateProgress } from '../../../shared/api/progress.ts';
import { endpointUrl } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';
import { readToken } from '../api/token.ts';
import type { WriteResult } from './progress-writer.ts';

/** Writes the place to the server; a write with `keepalive` goes out even as the page closes. */
export const sendProgress = async (
  bookId: string,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  if (keepalive) return sendLast(bookId, body);
  try {
    await api.call(updateProgress, { params: { id: bookId }, body });
    return { outcome: 'stored' };
  } catch (error) {
    if (!(error instanceof AppError)) return { outcome: 'failed' };
    if (error.code === 'Conflict') return { outcome: 'newer', stored: error.details as Progress };
    // Trying again helps where the server is down or busy, not where it refuses.
    return { outcome: error.status === 429 || error.status >= 500 ? 'failed' : 'stored' };
  }
};

/** The typed client knows no `keepalive`, and nobody is left to read the answer. */
const sendLast = async (bookId: string, body: UpdateProgress): Promise<WriteResult> => {
  const token = readToken();
  try {
    await fetch(endpointUrl(updateProgress, { params: { id: bookId } }), {
      method: updateProgress.method,
      keepalive: true,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { outcome: 'stored' };
  } catch {
    return { outcome: 'failed' };
  }
};
