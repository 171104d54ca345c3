import { Notice } from './notice';

/** The server's message for a failed mutation; renders nothing without an error. */
export function MutationError({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  return (
    <Notice tone="danger" role="alert">
      {error.message}
    </Notice>
  );
}
