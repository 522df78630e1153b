import { IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/state.tsx';
import { usePageHead } from './page-head.ts';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  usePageHead(t('notFound.title'));
  return (
    <EmptyState
      icon={<IconMapOff stroke={1.25} />}
      title={t('notFound.title')}
      heading="h1"
      action={
        <ButtonLink to="/" variant="default">
          {t('notFound.home')}
        </ButtonLink>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
};
