import { Notice } from './notice';

/** Why something was not done, as the server said it; nothing where nothing went wrong. */
export function MutationError({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  return (
    <Notice tone="danger" role="alert">
      {error.message}
    </Notice>
  );
}
