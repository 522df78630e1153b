import { isCompatible, isNewer, type Answer } from './ask-server.ts';
import type { ConnectionTexts } from './connection-texts.ts';
import { shortAddress } from './server-address.ts';

/**
 * Why this application cannot show what answered at a URL, and what to do; null if it can. A
 * certificate that is not trusted yet is a question, not a failure: here it is one that changed.
 */
export const explainAnswer = (
  answer: Answer,
  url: string,
  version: string,
  text: ConnectionTexts,
): string | null => {
  const host = shortAddress(url);
  switch (answer.kind) {
    case 'silence':
      return text.silence[answer.reason](host);
    case 'other-program':
      return text.otherProgram(host);
    case 'redirect':
      return text.redirected(host, answer.to.slice(0, 200));
    case 'broken':
      return text.broken(host);
    case 'certificate':
      return text.untrusted(host);
    case 'octavo':
      if (isCompatible(answer.version, version)) return null;
      return isNewer(answer.version, version)
        ? text.newer(host, answer.version, version)
        : text.older(host, answer.version, version);
  }
};
