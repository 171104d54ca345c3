/** Shown instead of a part whose code did not load. */
export const NotLoaded = () => (
  <p role="alert">This part of the page didn't load. Reload the page, or download the PDF.</p>
);
