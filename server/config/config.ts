/** The merged configuration of a server (contract, section 8). */
export interface Config {
  server: {
    host: string;
    /** 0 picks a free port. */
    port: number;
    /** Folder of the database, thumbnails and secrets. Absolute. */
    data_dir: string;
    /** Allowed host names besides loopback and the bound address. */
    trusted_hosts: string[];
    /** These three replace the settings of the same name; null leaves them to an admin. */
    trusted_proxies: string | null;
    public_address: string | null;
    base_path: string | null;
  };
  api: {
    enable_api_docs: boolean;
    api_docs_path: string;
  };
  log: {
    level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  };
  tls: {
    cert: string | null;
    key: string | null;
  };
}

/** An unusable configuration; the message is one line naming the key or the cause. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Defaults of all keys except `server.data_dir`, which depends on the operating system. */
export const defaultConfig = (dataDir: string): Config => ({
  server: {
    ...{ host: '127.0.0.1', port: 4477, data_dir: dataDir, trusted_hosts: [] },
    ...{ trusted_proxies: null, public_address: null, base_path: null },
  },
  api: { enable_api_docs: false, api_docs_path: '/docs' },
  log: { level: 'info' },
  tls: { cert: null, key: null },
});
