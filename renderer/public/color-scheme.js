// Runs before the first paint, so that a dark page never flashes white. A file of its own: the
// content security policy allows no inline script.
(() => {
  const chosen = localStorage.getItem('octavo.color-scheme') ?? 'auto';
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
