import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { removeUserSecondFactor } from '../../../../shared/api/second-factor.ts';
import type { User } from '../../../../shared/api/users.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { Sessions } from '../account/sessions.tsx';
import { Row } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './people.module.css';

/** Where a person is signed in, and help for one who lost their second factor. */
export const PersonAccess = ({ user }: { user: User }) => {
  const { t } = useTranslation('people');
  const remove = useChange([['users'], ['sessions', user.id]], () =>
    api.call(removeUserSecondFactor, { params: { id: user.id } }),
  );
  const hasMore = (user.second_factor || user.passkey_count > 0) && !remove.isSuccess;
  return (
    <div className={classes.access}>
      <Sessions userId={user.id} />
      {hasMore && (
        <div className={settings.card}>
          <Row label={t('factor.label')} text={t('factor.text', { count: user.passkey_count })}>
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('factor.remove')}
            </Button>
          </Row>
        </div>
      )}
      <FormError error={remove.error} />
    </div>
  );
};
