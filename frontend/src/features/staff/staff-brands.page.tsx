import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/api';
import {
  listBrandsOptions,
  listBrandsQueryKey,
  verifyBrandMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorState } from '../../ui/error-state';
import { ShieldIcon } from '../../ui/icons';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/notice';
import { Loading, Skeleton } from '../../ui/skeleton';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast-store';

export function Component() {
  const brands = useQuery({ ...listBrandsOptions(), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Brands</h1>
      {brands.isError ? (
        <ErrorState title="The brands did not load" onRetry={() => brands.refetch()} />
      ) : brands.isPending ? (
        <Loading label="Loading brands">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : (
        <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
          {brands.data.map((brand) => (
            <li key={brand.id} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-2">
              <Link to={paths.brand(brand.brandName)} className={`${textLink} me-auto wrap-anywhere`}>
                {brand.brandName}
              </Link>
              {brand.verified ? (
                <Badge tone="leaf" icon={<ShieldIcon className="size-3.5" />}>
                  Verified
                </Badge>
              ) : (
                <VerifyBrand brand={brand} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function VerifyBrand({ brand }: { brand: BrandDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const verify = useMutation({
    ...verifyBrandMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: `${brand.brandName} is verified` });
      await queryClient.invalidateQueries({ queryKey: listBrandsQueryKey() });
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const website = String(values.get('website'));
    verify.mutate({
      path: { id: brand.id },
      body: { contactEmail: String(values.get('contactEmail')), ...(website && { website }) },
    });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="secondary">
          Verify<span className="sr-only"> {brand.brandName}</span>
        </Button>
      }
      title={`Verify ${brand.brandName}`}
      description="Confirm that website and contact address belong to the brand. Both will be shown on its page."
    >
      <form onSubmit={send} className="stack gap-4">
        <TextField label="Website" name="website" type="url" defaultValue={brand.website ?? ''} />
        <TextField
          label="Public contact address"
          name="contactEmail"
          type="email"
          required
          hint="Enter the brand's public address, not a submitter's own."
        />
        {verify.error instanceof Error && (
          <Notice tone="danger" role="alert">
            {messageOf(verify.error)}
          </Notice>
        )}
        <Button type="submit" pending={verify.isPending} pendingText="Saving…">
          Verify
        </Button>
      </form>
    </Dialog>
  );
}
