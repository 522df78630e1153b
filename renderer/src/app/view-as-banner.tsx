import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { setViewedPerson, viewedPerson } from '../api/view-as.ts';
import { Banner } from '../ui/feedback/banner.tsx';
import classes from './offline-banner.module.css';

/** Banner above every view while an admin sees the library as somebody else. */
export const ViewAsBanner = () => {
  const { t } = useTranslation('people');
  const stop = () => {
    setViewedPerson(null);
    // Nothing that was loaded as the other person stays.
    location.assign('/settings/people');
  };
  return (
    <div className={classes.place}>
      <Banner
        icon={<IconEye />}
        title={t('viewAs.title', { name: viewedPerson()?.name })}
        action={
          <Button size="compact-sm" variant="default" onClick={stop}>
            {t('viewAs.stop')}
          </Button>
        }
      >
        {t('viewAs.text')}
      </Banner>
    </div>
  );
};
