import { IconMapOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ButtonLink } from './links.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { usePageTitle } from './page-title.ts';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  return (
    <DeadEndPage icon={<IconMapOff stroke={1.25} />} title={t('notFound.title')}>
      {t('notFound.text')}
    </DeadEndPage>
  );
};

interface DeadEndPageProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** A page that would stay as it is however often it is loaded, so it leads home. */
export const DeadEndPage = ({ icon, title, children }: DeadEndPageProps) => {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <EmptyState
      icon={icon}
      title={title}
      heading="h1"
      action={
        <ButtonLink to="/" variant="default">
          {t('notFound.home')}
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
};
