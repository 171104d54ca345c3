import { defineConfig } from 'vite';
import { sharedPlugins } from './vite.config.js';

/** Builds the renderer that the server runs (src/entry-server.tsx): one file without dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: sharedPlugins(),
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/entry-server.tsx',
    // Part of the built site, so that the two cannot be of different builds. It is not served.
    outDir: 'dist/.server',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
