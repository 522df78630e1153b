// Requests what the page needs first, while its code is still loading; api/first-responses.ts hands it out.
(() => {
  const { basePath } = document.documentElement.dataset;
  const token = localStorage.getItem(`octavo.token${basePath}`);
  if (!token || !location.pathname.startsWith(basePath)) return;
  const path = location.pathname.slice(basePath.length);
  const [, kind, id] = /^\/(read|book|series)\/([^/]+)$/.exec(path) ?? [];
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const responses = (window.firstResponses = new Map());
  const request = (address) => {
    const url = `${basePath}/api/v1/${address}`;
    const response = fetch(url, { headers });
    response.catch(() => undefined);
    responses.set(url, response);
  };
  request('auth/me');
  if (kind) request(`${kind === 'series' ? kind : 'books'}/${id}`);
  if (kind === 'read') return;
  request('libraries?pageSize=500');
  request('user/preferences?pageSize=500');
  if (path === '/health' && location.search === '') {
    request('health-issues?severity=problem&ignored=false&page=1&pageSize=50');
    request('health-issues/counts');
  }
  if (path !== '/') return;
  request('books/in-progress?pageSize=20');
  request('books/on-deck?pageSize=20');
  request('books/recently-added?pageSize=20');
  request('books/recently-read?pageSize=60');
  request('series/recently-added?pageSize=20');
})();
