import { IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { ButtonLink } from './links.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { usePageTitle } from './page-title.ts';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
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
