import { useTranslation } from 'react-i18next';

import { ssoFailures } from '../../../../shared/api/single-sign-on.ts';

/** The sentence for a failed sign-in at a provider; undefined for none. */
export const useFailureText = () => {
  const { t } = useTranslation('singleSignOn');
  return (failure: string | null, provider: string | undefined): string | undefined => {
    if (failure === null) return undefined;
    const known = ssoFailures.find((name) => name === failure) ?? 'invalid_answer';
    return t(`failures.${known}`, { name: provider ?? t('theProvider') });
  };
};
