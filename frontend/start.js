// Requests the page's scripts and fonts once the page that the server rendered is on the screen, so that they do not
// compete with it. The build (late-start.ts) fills in the __PLACEHOLDERS__.

const ENTRY = '__ENTRY__';
/** The entry's other chunks. */
const CHUNKS = __CHUNKS__;
/** By family. Pages without codes use all but the one for codes. */
const FONTS = __FONTS__;

function load() {
  for (const href of CHUNKS)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(ENTRY);
  addFonts();
}

// Adds all fonts at once: one layout instead of one per font. Without them the fallback fonts stay. The font for codes is
// loaded only where codes are shown; elsewhere the browser loads it when a later page shows one.
async function addFonts() {
  const hasCodes = document.querySelector('.batch-id, .font-mono, code') !== null;
  const faces = FONTS.map(({ family, url, forCodes, ...descriptors }) => {
    const face = new FontFace(family, `url(${url})`, { ...descriptors, display: 'swap' });
    return { face, loaded: forCodes && !hasCodes ? null : face.load() };
  });
  const results = await Promise.allSettled(faces.map(({ loaded }) => loaded));
  for (const [index, { status }] of results.entries())
    if (status === 'fulfilled') document.fonts.add(faces[index].face);
}

function afterFirstPaint(run) {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe({ type: 'paint', buffered: true });
}

// What is typed, chosen and pressed before hydration: the entry repeats it (src/early-input.ts). Links and forms work
// already.
window.earlyInput = new Map();
window.earlyClicks = [];
for (const type of ['input', 'change'])
  document.addEventListener(type, ({ target }) => window.earlyInput?.set(target, target[stateOf(target)]), true);
document.addEventListener(
  'click',
  ({ target }) => {
    const button = target.closest('button[type="button"]');
    if (button) window.earlyClicks?.push(button);
  },
  true,
);

function stateOf({ type }) {
  return type === 'checkbox' || type === 'radio' ? 'checked' : 'value';
}

const isRendered = document.getElementById('root').hasChildNodes();
const reportsPaint = PerformanceObserver.supportedEntryTypes?.includes('paint');
if (isRendered && reportsPaint) afterFirstPaint(load);
else load();
