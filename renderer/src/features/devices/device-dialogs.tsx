import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { deleteDevice, updateDevice, type Device } from '../../../../shared/api/devices.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import classes from './devices.module.css';
import { usePeople } from './people.ts';
import { devicesQuery } from './queries.ts';
import { RightsChoice } from './rights-choice.tsx';

interface DeviceDialogProps {
  device: Device;
  onClose: () => void;
}

const useDeviceChange = <Input,>(change: (input: Input) => Promise<unknown>, done: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: devicesQuery().queryKey });
      done();
    },
  });
};

/** Edits a device's name and permissions. */
export const EditDeviceDialog = ({ device, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation('devices');
  const { id } = device;
  const [name, setName] = useState(device.name);
  const [permissions, setPermissions] = useState(device.permissions);
  const { permissionsOf } = usePeople();
  const granted = permissionsOf(device.user_id);
  const save = useDeviceChange(
    () =>
      api.call(updateDevice, {
        params: { id },
        body: {
          name: name.trim(),
          ...(permissions === device.permissions ? {} : { permissions }),
        },
      }),
    onClose,
  );
  return (
    <Dialog title={t('edit.title')} opened onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
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
        <FormError error={save.error} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            {t('edit.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

export const RevokeDialog = ({ device: { id, name }, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation('devices');
  const revoke = useDeviceChange(() => api.call(deleteDevice, { params: { id } }), onClose);
  return (
    <ConfirmDialog
      title={t('revoke.title', { name })}
      action={t('revoke.action')}
      change={revoke}
      onConfirm={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('revoke.text')}</p>
    </ConfirmDialog>
  );
};
