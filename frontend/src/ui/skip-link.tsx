/** First element of the page. `#main` needs `tabIndex={-1}` to take the focus. */
export const SkipLink = ({ children = 'Skip to content' }: { children?: string }) => (
  <a href="#main" className="skip-link print:hidden">
    {children}
  </a>
);
