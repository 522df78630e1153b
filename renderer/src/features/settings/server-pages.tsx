import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';

/** Retention of missing books, and the checks after a scan. */
export const MetadataSettingsPage = () => (
  <SettingsBody section="metadata">
    <ServerSettings section="metadata" isWholePage />
  </SettingsBody>
);

/** SMTP settings. */
export const MailSettingsPage = () => (
  <SettingsBody section="mail">
    <ServerSettings section="mail" isWholePage />
  </SettingsBody>
);
