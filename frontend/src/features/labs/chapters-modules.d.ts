/** The plugin in frontend/chapters.ts splits a text into pages. */
declare module '*?chapters' {
  const chapters: import('./chapters').Chapters;
  export default chapters;
}
