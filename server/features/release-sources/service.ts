import type {
  CreateReleaseSource,
  ReleaseSource,
  UpdateReleaseSource,
} from '../../../shared/api/release-sources.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { itemsOf, type ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { validateCron } from '../../lib/cron.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { ReleaseSourcesStore, SourceFields, SourcesQuery } from './store.ts';

export interface ReleaseSourcesService {
  /**
   * Callers without `plugins-manage` see only the server of an address, because those of private feeds
   * contain a secret.
   */
  list(caller: Caller, query: SourcesQuery): ListPage<ReleaseSource>;
  shown(caller: Caller, id: string): ReleaseSource;
  get(id: string): ReleaseSource;
  /** Throws BadRequest for an invalid schedule, Conflict for a source_tag in use. */
  create(source: CreateReleaseSource): ReleaseSource;
  update(id: string, changes: UpdateReleaseSource): ReleaseSource;
  remove(id: string): void;
  /** Starts a poll task. */
  poll(id: string): { task_id: string };
}

export const createReleaseSourcesService = ({
  store,
  queue,
  onChange,
}: {
  store: ReleaseSourcesStore;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** Called when a source is created, changed or removed. */
  onChange: (id: string) => void;
}): ReleaseSourcesService => {
  const found = (id: string): ReleaseSource => {
    const source = store.get(id);
    if (!source) throw notFound('Release source', id);
    return source;
  };
  const refuse = ({ cron_schedule, source_tag }: SourceFields, ownId: string | null) => {
    const problem = cron_schedule === null ? null : validateCron(cron_schedule);
    if (problem !== null) {
      throw badField(
        'body.cron_schedule',
        `The schedule "${String(cron_schedule)}" is not a cron expression: ${problem}`,
      );
    }
    const namesake = store.idOfTag(source_tag);
    if (namesake !== undefined && namesake !== ownId) {
      throw new AppError(
        'Conflict',
        `A release source with the tag "${source_tag}" already exists`,
      );
    }
  };

  return {
    list(caller, query) {
      const page = store.list(query);
      return seesAddresses(caller) ? page : { ...page, data: itemsOf(page).map(withoutSecret) };
    },
    shown: (caller, id) => (seesAddresses(caller) ? found(id) : withoutSecret(found(id))),
    get: found,
    create: (given) => {
      const fields = merge(defaults, given);
      refuse(fields, null);
      const id = store.insert(fields);
      onChange(id);
      return found(id);
    },
    update: (id, changes) => {
      const fields = merge(found(id), changes);
      refuse(fields, id);
      store.update(id, fields);
      onChange(id);
      return found(id);
    },
    remove: (id) => {
      if (!store.remove(id)) throw notFound('Release source', id);
      onChange(id);
    },
    poll: (id) => {
      const payload = { source_id: found(id).id };
      return { task_id: queue.enqueue({ task_type: 'poll_release_source', payload }).id };
    },
  };
};

const defaults = { enabled: true, cron_schedule: '0 */6 * * *', language: null };

/** Merges the given fields into the existing ones. */
const merge = <Before extends Partial<SourceFields>>(
  before: Before,
  changes: UpdateReleaseSource,
): SourceFields =>
  ({
    ...before,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  }) as unknown as SourceFields;

const seesAddresses = ({ permissions }: Caller): boolean => permissions.has('plugins-manage');

const withoutSecret = (source: ReleaseSource): ReleaseSource => ({
  ...source,
  url: new URL(source.url).origin,
});
