/**
 * CSP directives for book texts: no scripts, no submissions, and loading only from the source
 * `own`. `base-uri`: docs/decisions/0061-epub-resources.md.
 */
export const bookDirectives = (own: string, baseUri: string): string[] => [
  "default-src 'none'",
  "script-src 'none'",
  `img-src ${own} data:`,
  `style-src ${own} 'unsafe-inline'`,
  `font-src ${own}`,
  `media-src ${own}`,
  "form-action 'none'",
  `base-uri ${baseUri}`,
];

/**
 * Whether a CSP header forbids scripts and everything it does not name. If a header contains
 * several policies, all apply, so a single one suffices.
 */
export const isBookPolicy = (header: string | null): boolean =>
  (header ?? '').split(',').some((policy) => {
    const directives = new Map<string, string>();
    for (const directive of policy.split(';')) {
      const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
      // Browsers ignore repeated directives in a policy.
      if (!directives.has(name)) directives.set(name, sources.join(' '));
    }
    return ['default-src', 'script-src'].every((name) => directives.get(name) === "'none'");
  });
