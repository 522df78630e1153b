import type { Sharing, updateSharing, SharingTest } from '../../../shared/api/sharing.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { HttpApp } from '../../http/net/listen.ts';
import type { ChangeNote } from '../settings/service.ts';

export interface SharingService {
  state(): Sharing;
  /**
   * Throws Conflict, with a free port, for an unusable port, and if the configuration already
   * shares the server; BadRequest for an invalid value.
   */
  update(change: EndpointParsed<typeof updateSharing>['body'], note: ChangeNote): Promise<Sharing>;
  /** Tests each address again; none while sharing is off. */
  test(): Promise<SharingTest>;
  /** Currently allowed host names besides those of the configuration. */
  hostNames(): readonly string[];
  /**
   * Opens the server to the network according to the settings; `port` is where it listens on this
   * machine.
   */
  start(app: HttpApp, port: number): Promise<void>;
  /** Called after each change of the state. */
  onChange(listener: () => void): () => void;
  /** Withdraws the announcement and closes all connections of other devices. */
  stop(): Promise<void>;
}
