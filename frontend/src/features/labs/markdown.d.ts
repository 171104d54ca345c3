/** vite.config.ts turns a Markdown file into its HTML. */
declare module '*.md' {
  const html: string;
  export default html;
}
