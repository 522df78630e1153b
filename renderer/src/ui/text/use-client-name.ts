import { useTranslation } from 'react-i18next';

/** Names that the server derives from a User-Agent (`describe-client.ts`), such as `Chrome on Linux`. */
const derived =
  /^(?:(.+) on )?(an e-reader|an Android tablet|iPad|iPhone|Android|Windows|Mac|ChromeOS|Linux)$/;

/** The name of a browser or device in the person's language; names that people chose stay as they are. */
export const useClientName = (): ((name: string) => string) => {
  const { t } = useTranslation();
  const systems: Record<string, string> = {
    'an e-reader': t('client.eReader'),
    'an Android tablet': t('client.tablet'),
  };
  return (name) => {
    const [, program, named = ''] = derived.exec(name) ?? [];
    const system = systems[named] ?? named;
    if (system === '') return name;
    return program === undefined ? system : t('client.on', { program, system });
  };
};
