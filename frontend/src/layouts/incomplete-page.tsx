import { Button } from '../ui/button';
import { Notice } from '../ui/messages/notice';

/** Over a page that the server rendered but whose component did not load, once the visitor used one of its controls. */
export function IncompletePage() {
  return (
    <div className="fixed inset-x-0 bottom-0 z-40 bg-paper print:hidden">
      <Notice
        tone="caution"
        role="alert"
        title="Part of this page didn't load"
        actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
        className="rounded-none"
      >
        You can read the page and use its links, but some buttons don't work. Check your connection, then reload the
        page.
      </Notice>
    </div>
  );
}
