import { LRUCache } from 'lru-cache';

import type { Device, updateDevice } from '../../../shared/api/devices.ts';
import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { type LateWrite, writeAtOnce } from '../../database/write-lock.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import { plainAddress } from '../../config/proxy-values.ts';
import { refuseUnlessChanging } from '../api-keys/changing.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import { describeClient, nameClient } from './describe-client.ts';
import type { DeviceQuery, DevicesStore } from './store.ts';

/** Minimum interval between writes of `last_seen_at`, ms. */
const seenAgainMs = 60_000;

/** Devices of the caller, or of everyone for an admin. Throws NotFound for all other devices. */
export interface DevicesService {
  list(caller: Caller, query: DeviceQuery): ListPage<Device>;
  /** Throws Forbidden for a permission that the caller lacks. */
  update(caller: Caller, id: string, changes: EndpointParsed<typeof updateDevice>['body']): Device;
  remove(caller: Caller, id: string): void;
  /** Registers the device of a new API key; `client` is its User-Agent, `address` null if it was not seen yet. */
  add(device: {
    key_id: string;
    name: string;
    client: string | null;
    address: string | null;
  }): Device;
  /** Records the use of an API key. Most keys do not belong to a device. */
  seen(keyId: string, address: string): void;
  /** Records that the caller reads this book. */
  reads(caller: Caller, bookPk: number): void;
  /**
   * The device on which a caller reads: the paired device, the API key, or the program by its User-Agent,
   * which has no id. Null if unknown.
   */
  readingOn(caller: Caller, userAgent: string | undefined): ReadingDevice | null;
}

/** Throws Forbidden for an API key. */
export const refuseKeyToPair = refuseKeys(
  'Sign in with a password to pair a device; an API key or a paired device cannot',
);

export const createDevicesService = ({
  store,
  granted,
  clock,
  lateWrite = writeAtOnce,
  onChange,
}: {
  store: DevicesStore;
  granted: ApiKeysService['granted'];
  clock: () => Date;
  lateWrite?: LateWrite;
  /** Called when a device is removed or its permissions change, to revalidate open streams. */
  onChange: () => void;
}): DevicesService => {
  /** Key id → time of the last write. */
  const seenAt = new LRUCache<string, number>({ max: 1000 });
  const ownerOf = ({ user_pk, permissions }: Caller): number | null =>
    permissions.has('system-admin') ? null : user_pk;
  const found = (caller: Caller, id: string): Device => {
    const device = store.get(id, ownerOf(caller));
    if (!device) throw notFound('Device', id);
    return device;
  };

  return {
    list: (caller, query) => store.list(ownerOf(caller), query),
    update(caller, id, { name, permissions, apps_can_change }) {
      const before = found(caller, id);
      if (apps_can_change === true && !before.apps_can_change) refuseUnlessChanging(caller);
      const permitted = permissions && granted(caller, permissions);
      if (name !== undefined) store.rename(id, name);
      if (permitted) {
        store.permit(id, permitted, clock().toISOString());
      }
      if (apps_can_change !== undefined) {
        store.letAppsChange(id, apps_can_change, clock().toISOString());
      }
      if (permitted || apps_can_change !== undefined) onChange();
      return found(caller, id);
    },
    remove(caller, id) {
      found(caller, id);
      store.remove(id);
      onChange();
    },
    add({ key_id, name, client, address }) {
      const id = newId();
      const now = clock().toISOString();
      store.insert({
        ...describeClient(client),
        id,
        key_id,
        name,
        address: address === null ? null : plainAddress(address),
        seen_at: address === null ? null : now,
        now,
      });
      const device = store.get(id, null);
      if (!device) throw new Error('A device that was just added is not there');
      return device;
    },
    seen(keyId, address) {
      const now = clock();
      if (now.getTime() - (seenAt.get(keyId) ?? 0) < seenAgainMs) return;
      seenAt.set(keyId, now.getTime());
      lateWrite(() => store.seen(keyId, plainAddress(address), now.toISOString()));
    },
    reads({ key_id }, bookPk) {
      if (key_id !== null) lateWrite(() => store.read(key_id, bookPk));
    },
    readingOn({ key_id }, userAgent) {
      if (key_id !== null) return store.namesOfKey(key_id);
      const name = nameClient(userAgent ?? null);
      return name === '' ? null : { id: '', name };
    },
  };
};
