/** The Vite plugin in guide.ts imports a Markdown file as HTML. */
declare module '*.md' {
  const html: string;
  export default html;
}

/** The plugin in api-reference.ts imports the labs' API document as HTML. */
declare module '*.json?page' {
  const html: string;
  export default html;
}
