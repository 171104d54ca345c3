/** First element of the page. `#main` needs `tabIndex={-1}` to take the focus. */
export const SkipLink = () => (
  <a href="#main" className="skip-link print:hidden">
    Skip to content
  </a>
);
