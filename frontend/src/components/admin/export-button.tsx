import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../api/api';
import { Button } from '../../ui/button';
import { toast } from '../../ui/messages/toast-store';

interface ExportButtonProps {
  label: string;
  fetchFile: () => Promise<{ data: unknown; response: Response }>;
}

/** Downloads a file under the name that the server gave it. */
export function ExportButton({ label, fetchFile }: ExportButtonProps) {
  const fetching = useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ data, response }) => save(data as Blob, nameOf(response)),
    onError: (error) => toast({ title: 'Export failed', description: errorMessage(error), variant: 'destructive' }),
  });
  return (
    <Button variant="secondary" pending={fetching.isPending} pendingText="Exporting…" onClick={() => fetching.mutate()}>
      {label}
    </Button>
  );
}

const nameOf = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
