import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';

/** Retention of missing books, and the checks after a scan. */
export const MetadataSettingsPage = () => (
  <SettingsBody place="metadata">
    <ServerSettings place="metadata" isWholePage />
  </SettingsBody>
);

/** SMTP settings. */
export const MailSettingsPage = () => (
  <SettingsBody place="mail">
    <ServerSettings place="mail" isWholePage />
  </SettingsBody>
);
