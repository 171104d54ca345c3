// The product, except that browsers render its pages. It sends them like that when it can't render them; here it keeps them,
// as it did before server rendering.
import { serve } from '../backend/dist/main.js';
import { PageBuilder } from '../backend/dist/modules/site/page-builder.js';
import { PageRenderer } from '../backend/dist/modules/site/page-renderer.js';
import { readConfig } from '../backend/dist/platform/config.js';

const { build } = PageBuilder.prototype;

PageRenderer.prototype.render = async () => null;
PageBuilder.prototype.build = async function (...page) {
  return { ...(await build.apply(this, page)), isComplete: true };
};

const app = await serve(readConfig(process.env));
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
