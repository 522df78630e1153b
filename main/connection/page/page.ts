/** The chooser's page: asks the shell that serves it, and shows its answers as text. */
interface Server {
  name: string;
  url: string;
  version: string | null;
  isSilent: boolean;
  isCurrent: boolean;
}
interface View {
  servers: Server[];
  problem: { title: string; message: string } | null;
}
type Outcome =
  | { kind: 'connected' }
  | {
      kind: 'certificate';
      url: string;
      host: string;
      fingerprint: string;
      key: string;
      isChanged: boolean;
    }
  | { kind: 'failed'; message: string };

const pollIntervalMs = 1000;
/** When the list says that nothing was found yet. */
const searchMs = 4000;

const part = <Kind extends HTMLElement>(id: string): Kind => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No ${id}`);
  return found as Kind;
};
const post = (path: string, body: unknown = {}): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const get = async (path: string): Promise<unknown> => (await fetch(path)).json();

const start = async (): Promise<void> => {
  const texts = (await get('/texts')) as Partial<Record<string, string>>;
  const text = (name: string, value = '') =>
    (texts[name] ?? '').replace(/\{(host|version)\}/, () => value);
  const opened = performance.now();
  const form = part<HTMLFormElement>('form');
  const address = part<HTMLInputElement>('address');
  const error = part('error');
  let shown = '';
  let isBusy = false;
  let offered: { url: string; key: string } | null = null;

  const setBusy = (busy: boolean) => {
    isBusy = busy;
    // Disabled buttons would lose the focus.
    part('choice').setAttribute('aria-busy', String(busy));
    if (busy) error.textContent = '';
    part('connect').textContent = text(busy ? 'connecting' : 'connect');
  };
  const showCertificate = (isShown: boolean) => {
    part('certificate').hidden = !isShown;
    part('choice').hidden = isShown;
    if (isShown) part('problem').hidden = true;
  };
  const connect = async (target: string, key: string | null) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const outcome = (await (await post('/connect', { address: target, key })).json()) as Outcome;
      if (outcome.kind === 'failed') {
        showCertificate(false);
        error.textContent = outcome.message;
        address.setAttribute('aria-invalid', 'true');
        address.focus();
      } else if (outcome.kind === 'certificate') {
        offered = { url: outcome.url, key: outcome.key };
        const { host, fingerprint, isChanged } = outcome;
        part('certificate-title').textContent = text(
          isChanged ? 'changedTitle' : 'compareTitle',
          host,
        );
        part('certificate-text').textContent = text(isChanged ? 'changedText' : 'compareText');
        part('fingerprint').textContent = fingerprint;
        showCertificate(true);
        part('certificate-title').focus();
      }
    } finally {
      setBusy(false);
    }
  };

  const item = ({ name, url, version, isSilent, isCurrent }: Server): HTMLLIElement => {
    const entry = document.createElement('li');
    const about = document.createElement('div');
    const title = document.createElement('strong');
    const details = document.createElement('span');
    const button = document.createElement('button');
    title.textContent = name;
    details.className = 'quiet';
    details.textContent = [
      url.replace(/^http:\/\//, ''),
      ...(version === null ? [] : [text('version', version)]),
      ...(isCurrent ? [text('current')] : isSilent ? [text('silent')] : []),
    ].join(' · ');
    button.type = 'button';
    button.textContent = text('connect');
    button.setAttribute('aria-label', `${text('connect')}: ${name}`);
    button.addEventListener('click', () => void connect(url, null));
    about.append(title, details);
    entry.append(about, button);
    return entry;
  };
  const show = ({ servers, problem }: View) => {
    part('problem').hidden = problem === null || !part('certificate').hidden;
    part('intro').hidden = problem !== null;
    // An unchanged text is not announced again.
    if (problem && part('problem-text').textContent !== problem.message) {
      part('problem-title').textContent = problem.title;
      part('problem-text').textContent = problem.message;
    }
    const none = part('none');
    none.hidden = servers.length > 0;
    if (performance.now() - opened > searchMs && none.textContent !== text('noneFound')) {
      none.textContent = text('noneFound');
    }
    const next = JSON.stringify(servers);
    if (next === shown) return;
    shown = next;
    const list = part('servers');
    const focused = [...list.querySelectorAll('button')].findIndex(
      (button) => button === document.activeElement,
    );
    list.replaceChildren(...servers.map(item));
    if (focused >= 0) list.querySelectorAll('button')[focused]?.focus();
  };
  const refresh = async () => {
    try {
      show((await get('/view')) as View);
    } finally {
      setTimeout(() => void refresh(), pollIntervalMs);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void connect(address.value, null);
  });
  address.addEventListener('input', () => address.removeAttribute('aria-invalid'));
  part('own').addEventListener('click', () => void post('/own'));
  part('retry').addEventListener('click', () => void post('/retry'));
  part('trust').addEventListener('click', () => {
    if (offered) void connect(offered.url, offered.key);
  });
  part('back').addEventListener('click', () => {
    showCertificate(false);
    address.focus();
  });
  await refresh();
};

void start();
