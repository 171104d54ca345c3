import type { RouteRules } from './platform/http/route-rules.js';

const PRIVATE = /^\/api\/(staff|partner|brand-desk)\//;

/** Public data, feeds, the public log, and the pictures of link previews. */
const CROSS_ORIGIN =
  /^\/(feeds|log|social)\/|^\/api\/(articles|brands|certificates|coa|coa-statistics|lab-incidents|laboratories|notices|search|openapi\.json|docs\/labs\.json)([/?]|$)/;

export const ROUTE_RULES: RouteRules = {
  isPrivate: (route) => PRIVATE.test(route),
  isCrossOrigin: (path) => CROSS_ORIGIN.test(path),
  // modules/partners/partner-limits.ts
  isLimitedByKey: (route) => route.startsWith('/api/partner/'),
};
