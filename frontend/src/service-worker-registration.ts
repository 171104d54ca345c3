/** The part of the Trusted Types API used here; TypeScript's DOM types lack it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (url: string) => string };
}

const ADDRESS = '/service-worker.js';

/** The CSP accepts script URLs only from a policy it names. This policy allows a single URL. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('clearbatch-worker', {
  createScriptURL: () => ADDRESS,
});

/**
 * Makes /emergency available offline (frontend/service-worker.js). Registers after the page has loaded, so it does not
 * compete with it. If registration fails, everything else still works.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
