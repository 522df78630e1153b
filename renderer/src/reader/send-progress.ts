import type { Progress } from '../../../shared/api/progress-record.ts';
import { updateProgress, type UpdateProgress } from '../../../shared/api/progress.ts';
import { AppError } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session-store.ts';
import { forgetPlace, notePlace } from '../offline/later-progress.ts';
import { keepPlace } from '../offline/places.ts';
import type { WriteResult } from './progress-writer.ts';

/**
 * Writes the place to the server; a write with `keepalive` goes out even as the page closes. It is
 * noted on this device until the server has answered, and otherwise sent later.
 */
export const sendProgress = async (
  bookId: string,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  const session = useSession.getState();
  const at = body.updated_at === undefined ? Date.now() : Date.parse(body.updated_at);
  if (session.status === 'signed-in' && body.current_page !== undefined) {
    notePlace(bookId, { userId: session.user.id, page: body.current_page, at }, localStorage);
  }
  const result = await send(bookId, body, keepalive);
  if (result.outcome === 'failed') return result;
  forgetPlace(bookId, at, localStorage);
  const page = result.outcome === 'newer' ? result.stored.current_page : body.current_page;
  if (page !== undefined) await keepPlace(bookId, { page, at });
  return result;
};

const send = async (
  bookId: string,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  try {
    await api.call(updateProgress, { params: { id: bookId }, body, keepalive });
    return { outcome: 'stored' };
  } catch (error) {
    if (!(error instanceof AppError)) return { outcome: 'failed' };
    if (error.code === 'Conflict') return { outcome: 'newer', stored: error.details as Progress };
    // Trying again helps where the server is down or busy, not where it refuses.
    return { outcome: error.status === 429 || error.status >= 500 ? 'failed' : 'stored' };
  }
};
