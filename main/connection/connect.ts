import { askServer, type Answer } from './ask-server.ts';
import type { ServerConnection } from './connection.ts';
import type { ConnectionTexts } from './connection-texts.ts';
import { explainAnswer } from './explain-answer.ts';
import { readAddress, shortAddress } from './server-address.ts';

/** The result of connecting, as the page of the chooser receives it. */
export type ConnectOutcome =
  | { kind: 'connected'; connection: ServerConnection }
  /** The person must compare the certificate; `key` is sent back if they accept it. */
  | {
      kind: 'certificate';
      url: string;
      host: string;
      fingerprint: string;
      key: string;
      /** Whether another certificate was accepted for this URL before. */
      isChanged: boolean;
    }
  | { kind: 'failed'; message: string };

export interface ConnectOptions {
  app: { name: string; version: string };
  text: ConnectionTexts;
  /** Whether a host and port are this machine's own server. */
  isOwn: (host: string, port: number) => boolean;
  /** The name under which a server announced itself, or null. */
  nameOf: (url: string) => string | null;
  /** The key that was accepted for a URL before, or null. */
  trustedKey: (url: string) => string | null;
  /** Remembers an accepted key. */
  trust: (url: string, key: string) => void;
}

/**
 * Connects to a typed address. `acceptedKey` is the key of the certificate that the person accepted
 * on the page, which must be the one that answers now.
 */
export const connect = async (
  typed: string,
  acceptedKey: string | null,
  { app, text, isOwn, nameOf, trustedKey, trust }: ConnectOptions,
): Promise<ConnectOutcome> => {
  const failed = (message: string): ConnectOutcome => ({ kind: 'failed', message });
  const address = readAddress(typed);
  if ('problem' in address) return failed(text[`${address.problem}Address`]);
  const answers = await Promise.all(
    address.urls.map(async (url) => ({
      url,
      answer: await askAt(url, acceptedKey ?? trustedKey(url)),
    })),
  );
  const best = mostUseful(answers);
  if (!best) return failed(text.invalidAddress);
  const { answer } = best;
  const url = 'url' in answer ? answer.url : best.url;
  const { hostname, port, protocol } = new URL(url);
  if (isOwn(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))) {
    return failed(text.ownAddress(app.name));
  }
  if (answer.kind === 'certificate') {
    const { fingerprint, key } = answer;
    const isChanged = (acceptedKey ?? trustedKey(url)) !== null;
    return { kind: 'certificate', url, host: shortAddress(url), fingerprint, key, isChanged };
  }
  const problem = explainAnswer(answer, url, app.version, text);
  if (problem !== null) return failed(problem);
  if (acceptedKey !== null) trust(url, acceptedKey);
  return {
    kind: 'connected',
    connection: { kind: 'server', url, name: nameOf(url) ?? shortAddress(url) },
  };
};

/** Nobody is asked about the certificate of something that is not Octavo. */
const askAt = async (url: string, pinnedKey: string | null): Promise<Answer> => {
  const answer = await askServer(url, { pinnedKey });
  if (answer.kind !== 'certificate') return answer;
  const behind = await askServer(url, { pinnedKey: null, acceptsAny: true });
  return behind.kind === 'octavo' ? answer : behind;
};

interface Tried {
  url: string;
  answer: Answer;
}

/** Octavo at the first of the possible URLs; else whatever answered; else the first failure. */
const mostUseful = (tried: readonly Tried[]): Tried | undefined =>
  tried.find(({ answer: { kind } }) => kind === 'octavo' || kind === 'certificate') ??
  tried.find(({ answer: { kind } }) => kind === 'broken' || kind === 'redirect') ??
  tried.find(({ answer: { kind } }) => kind === 'other-program') ??
  tried.findLast(({ answer }) => answer.kind === 'silence' && answer.reason !== 'tls') ??
  tried[0];
