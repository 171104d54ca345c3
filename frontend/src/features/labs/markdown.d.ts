/** vite.config.ts turns a Markdown file into its HTML. */
declare module '*.md' {
  const html: string;
  export default html;
}

/** And the API's document for laboratories. */
declare module '*.json?page' {
  const html: string;
  export default html;
}
