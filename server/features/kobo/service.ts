import type {
  CreatedKobo,
  createKobo,
  Kobo,
  KoboChoice,
  sendKoboAgain,
  updateKobo,
} from '../../../shared/api/kobo.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import { refuseKeyToPair, type DevicesService } from '../devices/service.ts';
import type { KoboStore } from './store.ts';
import type { KoboDevice } from './types.ts';

/** Kobo e-readers of the caller. Throws NotFound for all other devices. */
export interface KoboService {
  /**
   * Throws Forbidden for permissions that the caller lacks, and for an API key. `publicUrl` is the base URL for
   * use elsewhere.
   */
  create(
    caller: Caller,
    wanted: EndpointParsed<typeof createKobo>['body'],
    publicUrl: string,
  ): CreatedKobo;
  get(caller: Caller, id: string): Kobo;
  update(caller: Caller, id: string, changes: EndpointParsed<typeof updateKobo>['body']): Kobo;
  sendAgain(caller: Caller, id: string, wanted: EndpointParsed<typeof sendKoboAgain>['body']): void;
}

interface KoboServiceOptions {
  store: KoboStore;
  apiKeys: Pick<ApiKeysService, 'granted' | 'issue'>;
  devices: Pick<DevicesService, 'add'>;
  /** Addresses of the server for other devices, the likeliest first. */
  addresses: (publicUrl: string) => string[];
}

const firstChoice: KoboChoice = {
  want_to_read: true,
  in_progress: true,
  library_ids: [],
  collection_ids: [],
  read_list_ids: [],
};

/** At the same host, the request knows the path best, which a proxy can have added. */
const withPath = (url: string, publicUrl: string): string =>
  new URL(url).origin === new URL(publicUrl).origin ? publicUrl : url;

/** Connects Kobo e-readers and keeps what each is sent. */
export const createKoboService = ({
  store,
  apiKeys,
  devices,
  addresses,
}: KoboServiceOptions): KoboService => {
  const found = (caller: Caller, id: string): KoboDevice => {
    const kobo = store.ofPerson(id, caller.user_pk);
    if (!kobo) throw notFound('Device', id);
    return kobo;
  };
  const shown = ({ pk, choice }: KoboDevice): Kobo => ({ choice, ...store.facts(pk) });

  return {
    create(caller, { name, permissions }, publicUrl) {
      refuseKeyToPair(caller);
      const granted = apiKeys.granted(caller, permissions);
      const { id: key_id, key } = apiKeys.issue(caller.user_pk, { name, permissions: granted });
      const device = devices.add({ key_id, name, client: 'Kobo', address: null });
      store.add(device.id, firstChoice);
      return {
        device: { ...device, is_kobo: true },
        urls: addresses(publicUrl).map((url) => `${withPath(url, publicUrl)}/kobo/${key}`),
      };
    },
    get: (caller, id) => shown(found(caller, id)),
    update(caller, id, changes) {
      const kobo = found(caller, id);
      const { choice: before } = kobo;
      const choice = {
        want_to_read: changes.want_to_read ?? before.want_to_read,
        in_progress: changes.in_progress ?? before.in_progress,
        library_ids: changes.library_ids ?? before.library_ids,
        collection_ids: changes.collection_ids ?? before.collection_ids,
        read_list_ids: changes.read_list_ids ?? before.read_list_ids,
      };
      store.choose(kobo.pk, choice);
      return shown({ ...kobo, choice });
    },
    sendAgain(caller, id, { book_ids }) {
      store.forget(found(caller, id).pk, book_ids ?? null);
    },
  };
};
