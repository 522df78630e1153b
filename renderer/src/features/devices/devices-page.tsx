import { Button } from '@mantine/core';
import { IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Section } from '../settings/section.tsx';
import { ServerSettings } from '../settings/server-settings.tsx';
import { DeviceList } from './device-list.tsx';
import classes from './devices.module.css';
import { ReaderAppsSection } from './reader-apps-section.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { SharingSection } from './sharing-section.tsx';

const KoboDialog = lazyPart(async () => ({
  default: (await import('./kobo-dialog.tsx')).KoboDialog,
}));

/** Sharing on the network, pairing, and paired devices. */
export const DevicesPage = () => {
  const { t } = useTranslation(['devices', 'kobo', 'settings']);
  usePageTitle(t('title'), [{ label: t('settings:title'), link: { to: '/settings' } }]);
  const canSee = useCan('api-keys-read');
  const canPair = useCan('api-keys-write');
  const { pair = false } = useSearch({ from: '/shell/settings-frame/settings/devices' });
  const [pairing, setPairing] = useState(pair && canPair);
  const [connecting, setConnecting] = useState(false);
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('title')}</PageTitle>
        <SharingSection />
        {canSee && (
          <Section
            title={t('list.title')}
            aside={
              canPair && (
                <div className={classes.actions}>
                  <Button
                    size="compact-md"
                    variant="default"
                    leftSection={<IconDeviceTablet size={16} />}
                    onClick={() => setConnecting(true)}
                  >
                    {t('kobo:connect.action')}
                  </Button>
                  <Button
                    size="compact-md"
                    leftSection={<IconDeviceMobile size={16} />}
                    onClick={() => setPairing(true)}
                  >
                    {t('pair.action')}
                  </Button>
                </div>
              )
            }
          >
            <DeviceList />
          </Section>
        )}
        <ReaderAppsSection />
        <ServerSettings section="devices" />
        {connecting && <KoboDialog onClose={() => setConnecting(false)} />}
        <PairDialog opened={pairing} onClose={() => setPairing(false)} />
      </div>
    </Page>
  );
};
