import { ApiError, errorMessage } from '../../api/api';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/messages/notice';

interface SaveErrorProps {
  error: unknown;
  /** Offered when someone else changed the record first (409). */
  onReload?: (() => void) | undefined;
}

/** Why a change was not saved; nothing if there is no error. */
export function SaveError({ error, onReload }: SaveErrorProps) {
  if (!error) return null;
  const isConflict = error instanceof ApiError && error.status === 409;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        isConflict &&
        onReload && (
          <Button size="sm" variant="secondary" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {errorMessage(error)}
    </Notice>
  );
}
