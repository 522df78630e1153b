import { errorMessage } from '../../api/client.ts';
import { inUnit, type ServerSettingKey } from './server-setting-sections.ts';

/** A limit that a number exceeded, in the unit that the page shows. */
export interface RefusedBound {
  text: 'atLeast' | 'atMost';
  bound: number;
}

/** The limit in the server's message about a number of a setting; null for any other message. */
export const refusedBound = (error: unknown, name: ServerSettingKey): RefusedBound | null => {
  const found = /^Too (small|big): expected \w+ to be [<>]=(-?\d[\d.]*)/.exec(
    errorMessage(error) ?? '',
  );
  if (!found) return null;
  const bound = inUnit(name, Number(found[2]));
  return { text: found[1] === 'small' ? 'atLeast' : 'atMost', bound };
};
