import {
  cancelUpload,
  createUpload,
  finishUpload,
  sendUploadPart,
  type Upload,
} from '../../../../shared/api/uploads.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';

/** Bytes of one request: small enough for most proxies, and for a bar that moves. */
const partBytes = 4 * 1024 * 1024;

interface SendOptions {
  libraryId: string;
  folder: string;
  name: string;
  signal: AbortSignal;
  /** Called with the share that has arrived, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a file part by part, and puts it into its library. Throws AppErrors of the server; if it
 * fails or is cancelled, the server drops what has arrived.
 */
export const sendFile = async (file: File, options: SendOptions): Promise<Upload> => {
  const { libraryId, folder, name, signal, onProgress } = options;
  const { id } = await api.call(createUpload, {
    params: { id: libraryId },
    body: { folder, name, file_size: file.size },
    signal,
  });
  try {
    for (let offset = 0; offset < file.size; offset += partBytes) {
      const body = file.slice(offset, offset + partBytes);
      await api.call(sendUploadPart, { params: { id, offset }, body, signal });
      onProgress((offset + body.size) / file.size);
    }
    return await api.call(finishUpload, { params: { id }, body: {}, signal });
  } catch (error) {
    // Cleaning up is best effort: the server deletes it after an hour.
    await api.call(cancelUpload, { params: { id } }).catch(() => undefined);
    throw error;
  }
};

/** The free name that the server suggests for one that is taken, or null. */
export const suggestedName = (error: unknown): string | null => {
  if (!hasCode(error, 'Conflict')) return null;
  const details = error.details as { suggested_name?: unknown } | null;
  return typeof details?.suggested_name === 'string' ? details.suggested_name : null;
};
