import site from '../../content/site.json' with { type: 'json' };

/**
 * The site's name and the facts that every page repeats. `legal` is dated (`asOf`) and updated by hand after checking
 * the law again.
 */
export const SITE = site;
