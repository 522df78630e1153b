import type { Messages } from '../shell-texts.ts';

const maxNotesLength = 1200;
const maxReasonLength = 300;

/**
 * Converts release notes to plain text for a dialog: GitHub sends HTML, a list of releases
 * Markdown. Truncated, because they are untrusted.
 */
export const plainNotes = (notes: string): string => {
  const plain = notes
    .replace(/<li[^>]*>/gi, '• ')
    .replace(/<\/(p|li|h[1-6]|ul|ol|div)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_match, name: keyof typeof characters) => characters[name])
    .replace(/^#{1,6} +/gm, '')
    .replace(/^[-*] +/gm, '• ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return plain.length <= maxNotesLength
    ? plain
    : `${plain.slice(0, maxNotesLength - 1).trimEnd()}…`;
};

const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Advice for a failed update, by the error codes of electron-updater, Node and Chromium. */
export const explainUpdateFailure = (error: unknown, text: Messages): string => {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (unreachable.test(code) || unreachable.test(message)) return text.updateUnreachable;
  if (damaged.has(code)) return text.updateDamaged;
  if (code === 'ENOSPC') return text.updateNoRoom;
  if (missing.has(code)) return text.updateMissing;
  const reason = message.split('\n', 1)[0] ?? '';
  return text.updateOther(reason.slice(0, maxReasonLength));
};

const unreachable =
  /^(ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN)$|net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|NETWORK_|CONNECTION_|TIMED_OUT|ADDRESS_|PROXY_)/;
const damaged = new Set(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE']);
const missing = new Set([
  'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND',
  'ERR_UPDATER_LATEST_VERSION_NOT_FOUND',
  'ERR_UPDATER_NO_PUBLISHED_VERSIONS',
  'ERR_UPDATER_NO_FILES_PROVIDED',
]);
