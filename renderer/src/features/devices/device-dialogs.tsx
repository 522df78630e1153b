import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { deleteDevice, updateDevice, type Device } from '../../../../shared/api/devices.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { couldChange } from '../account/apps-section.tsx';
import { usePeople } from './people.ts';
import { devicesQuery } from './queries.ts';
import { RightsChoice } from './rights-choice.tsx';

interface DeviceDialogProps {
  device: Device;
  onClose: () => void;
}

const affected = [devicesQuery().queryKey];

/** Edits a device's name and permissions. */
export const EditDeviceDialog = ({ device, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation('devices');
  const { id } = device;
  const [name, setName] = useState(device.name);
  const [permissions, setPermissions] = useState(device.permissions);
  const [wantsChanges, setWantsChanges] = useState(device.apps_can_change);
  const apps_can_change = wantsChanges && couldChange(permissions);
  const { permissionsOf } = usePeople();
  const granted = permissionsOf(device.user_id);
  const save = useChange(affected, () =>
    api.call(updateDevice, {
      params: { id },
      body: {
        name: name.trim(),
        ...(permissions === device.permissions ? {} : { permissions }),
        ...(apps_can_change === device.apps_can_change ? {} : { apps_can_change }),
      },
    }),
  );
  return (
    <Dialog title={t('edit.title')} opened onClose={onClose}>
      <DialogForm
        action={t('edit.action')}
        change={save}
        disabled={name.trim() === ''}
        onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {granted !== null && (
          <RightsChoice value={permissions} granted={granted} onChange={setPermissions} />
        )}
        {couldChange(permissions) && (
          <Switch
            label={t('rights.apps')}
            description={t('rights.appsText')}
            checked={wantsChanges}
            onChange={({ currentTarget }) => setWantsChanges(currentTarget.checked)}
          />
        )}
      </DialogForm>
    </Dialog>
  );
};

export const RevokeDialog = ({ device: { id, name }, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation('devices');
  const revoke = useChange(affected, () => api.call(deleteDevice, { params: { id } }));
  return (
    <ConfirmDialog
      title={t('revoke.title', { name })}
      action={t('revoke.action')}
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('revoke.text')}</p>
    </ConfirmDialog>
  );
};
