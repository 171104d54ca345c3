import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import emergency from '../content/emergency.json' with { type: 'json' };
import gateEs from '../content/es/gate.json' with { type: 'json' };
import frame from '../content/frame.json' with { type: 'json' };
import site from '../content/site.json' with { type: 'json' };
import { START_SCRIPT } from './late-start.js';

type Bundle = Rolldown.OutputBundle;

/** Builds service-worker.js with the hashed names of the emergency page's files. */
export function offline(fonts: RegExp): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const { files, spanishFiles } = filesOfEntry(bundle, fonts);
      const page = offlinePage(files.filter((file) => file.endsWith('.css')));
      const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const filled = source
        .replace('__FILES__', () => JSON.stringify(files))
        .replace('__SPANISH_FILES__', () => JSON.stringify(spanishFiles))
        .replace('__OFFLINE_PAGE__', () => JSON.stringify(page));
      const version = createHash('sha256').update(filled).digest('hex').slice(0, 12);
      const worker = filled.replace('__CACHE__', () => `emergency-${version}`);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker });
    },
  };
}

/** The emergency page is in the entry chunk (routes.tsx); in Spanish it is a page of its own, with its texts. */
const IN_SPANISH = ['/spanish-emergency.page.tsx', '/spanish-texts.ts'];

function filesOfEntry(bundle: Bundle, fonts: RegExp) {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const name of Object.keys(bundle)) if (START_SCRIPT.test(name)) files.add(name);
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(name);
  for (const name of Object.keys(bundle)) if (fonts.test(`/${name}`)) files.add(name);
  if (files.size === 0) throw new Error('The build has no entry for the service worker to keep');
  const count = files.size;
  for (const module of IN_SPANISH) {
    const found = Object.entries(bundle).find(
      ([, chunk]) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module),
    );
    if (!found) throw new Error(`The build has no chunk of ${module} for the service worker to keep`);
    add(found[0]);
  }
  const addresses = [...files].map((file) => `/${file}`);
  return { files: addresses.slice(0, count), spanishFiles: addresses.slice(count) };
}

const phone = (number: string) => `tel:${number.includes('-') ? `+${number.replaceAll('-', '')}` : number}`;

/** The offline version of every other page. It needs no script. */
const offlinePage = (styles: readonly string[]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>You're offline - ${site.name}</title>
    ${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n    ')}
  </head>
  <body>
    <main class="plain-page">
      <h1>You're offline</h1>
      <p>This page needs a connection. Check yours, then reload the page.</p>
      <section class="plain-help">
        <h2>Need help now?</h2>
        <ul class="plain-numbers">
          <li><a href="${phone(emergency.numbers.emergency)}">${frame.helpNumbers.call911}</a> ${emergency.labels.lifeInDanger}</li>
          <li><a href="${phone(site.poisonHelp)}">Poison Help ${site.poisonHelp}</a> ${emergency.poisonHelp}</li>
          <li><a href="${phone(emergency.numbers.crisis)}">${frame.helpNumbers.crisis}</a> ${emergency.crisis}</li>
        </ul>
        <p><a class="plain-target" href="/emergency">What to do in an emergency</a>. That page works offline.</p>
        <p lang="es"><a class="plain-target" href="/es/emergency" hreflang="es">${gateEs.whatToDo}</a></p>
      </section>
    </main>
  </body>
</html>
`;
