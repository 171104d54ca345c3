const SIGNS = ['scroll', 'pointerdown', 'pointermove', 'keydown', 'click'] as const;

/**
 * Resolves when the visitor first does something on the page; on the server at once. Parts that the server has rendered
 * wait with it before they load their code, so that it is not in the first view. Anything that could change such a part
 * before it is hydrated happens after the visitor did something.
 */
export const firstUse = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return resolve();
  for (const sign of SIGNS) addEventListener(sign, () => resolve(), { capture: true, passive: true, once: true });
});
