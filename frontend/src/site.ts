import site from '../../content/site.json' with { type: 'json' };

/**
 * What the site is called and the facts every page repeats; nothing else spells the name. `legal` is dated (`asOf`) and
 * changed by hand after checking the law again, never by the clock.
 */
export const SITE = site;
