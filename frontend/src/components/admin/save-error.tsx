import { useQueryClient } from '@tanstack/react-query';
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
  const isConflict = error instanceof ApiError && error.status === 409;
  return <ErrorNotice error={error} onReload={isConflict ? onReload : undefined} />;
}

/** The same where any error may mean that what is shown is outdated. */
export function StaleError({ error }: { error: unknown }) {
  const queryClient = useQueryClient();
  return <ErrorNotice error={error} onReload={() => queryClient.invalidateQueries()} />;
}

function ErrorNotice({ error, onReload }: SaveErrorProps) {
  if (!error) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
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
