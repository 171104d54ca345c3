/** Of Trusted Types, what is used here; TypeScript's DOM does not know them. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (url: string) => string };
}

const ADDRESS = '/service-worker.js';

/** The page's CSP takes the address of a script only from a policy that it names. This one knows a single address. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('clearbatch-worker', {
  createScriptURL: () => ADDRESS,
});

/**
 * Keeps /emergency for when there is no connection (frontend/service-worker.js). It waits until the page has loaded, so
 * that it takes nothing from it, and where it fails everything else works as before.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
