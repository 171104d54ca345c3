/**
 * What the platform must know about the routes of the contexts. The composition root passes it in. A route is its
 * template, e.g. `/api/articles/:slug`: the address of a request can be written in many ways.
 */
export interface RouteRules {
  /** Responses are for one signed-in caller, or for the holder of a link, and are never cached. Writes to these routes may change public pages. */
  readonly isPrivate: (route: string) => boolean;
  /** Other sites may embed the responses. Also called with the path of a request that has no route. */
  readonly isCrossOrigin: (path: string) => boolean;
  /** The context limits requests itself, by the caller's key instead of the address. */
  readonly isLimitedByKey: (route: string) => boolean;
}
