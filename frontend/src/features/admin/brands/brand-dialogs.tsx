import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listBrandsQueryKey,
  listMergedBrandsQueryKey,
  listStaffBrandsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  editBrandMutation,
  mergeBrandsMutation,
  verifyBrandMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffBrandDto } from '../../../api/generated/types.gen';
import { FormDialog, type FormDialogProps } from '../../../components/admin/mutation-dialog';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields/text-field';
import { Notice } from '../../../ui/messages/notice';
import { toast } from '../../../ui/messages/toast-store';
import { BrandPicker } from './brand-picker';

/** The success handler that all changes of brands share. */
export function useBrandChanged(close = () => {}) {
  const queryClient = useQueryClient();
  return async (title: string) => {
    close();
    toast({ title });
    const lists = [listStaffBrandsQueryKey(), listBrandsQueryKey(), listMergedBrandsQueryKey()];
    await Promise.all(lists.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

export function VerifyBrand({ brand }: { brand: StaffBrandDto }) {
  const [isOpen, setOpen] = useState(false);
  const done = useBrandChanged(() => setOpen(false));
  const verify = useMutation({ ...verifyBrandMutation(), onSuccess: () => done(`${brand.brandName} verified`) });
  return (
    <BrandDialog
      open={isOpen}
      onOpenChange={setOpen}
      verb="Verify"
      brand={brand}
      description="Confirm that the website and contact address belong to the brand. We show both on its page."
      mutation={verify}
      onSend={(values) =>
        verify.mutate({
          path: { id: brand.id },
          body: { contactEmail: values('contactEmail'), ...optional('website', values('website')) },
        })
      }
    >
      <TextField label="Website" name="website" type="url" defaultValue={brand.website ?? ''} />
      <TextField
        label="Public contact address"
        name="contactEmail"
        type="email"
        required
        hint="Enter the brand's public address, not a submitter's personal one."
      />
    </BrandDialog>
  );
}

export function EditBrand({ brand }: { brand: StaffBrandDto }) {
  const [isOpen, setOpen] = useState(false);
  const done = useBrandChanged(() => setOpen(false));
  const edit = useMutation({ ...editBrandMutation(), onSuccess: () => done(`${brand.brandName} saved`) });
  return (
    <BrandDialog
      open={isOpen}
      onOpenChange={setOpen}
      verb="Edit"
      brand={brand}
      description="A new name shows on all of the brand's certificates. Links with the old name keep working."
      mutation={edit}
      onSend={(values) =>
        edit.mutate({
          path: { id: brand.id },
          body: {
            version: brand.version,
            name: values('name'),
            ...optional('website', values('website')),
            ...optional('contactEmail', values('contactEmail')),
          },
        })
      }
    >
      <TextField label="Name" name="name" required maxLength={120} defaultValue={brand.brandName} />
      <TextField label="Website" name="website" type="url" defaultValue={brand.website ?? ''} />
      {brand.verified && (
        <TextField
          label="Public contact address"
          name="contactEmail"
          type="email"
          required
          defaultValue={brand.contactEmail ?? ''}
        />
      )}
    </BrandDialog>
  );
}

export function MergeBrand({ brand }: { brand: StaffBrandDto }) {
  const [isOpen, setOpen] = useState(false);
  const [into, setInto] = useState<StaffBrandDto | null>(null);
  const [isMissing, setMissing] = useState(false);
  const done = useBrandChanged(() => setOpen(false));
  const merge = useMutation({
    ...mergeBrandsMutation(),
    onSuccess: (remaining) => done(`${brand.brandName} merged into ${remaining.brandName}`),
  });
  return (
    <BrandDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setInto(null);
        setMissing(false);
      }}
      verb="Merge"
      brand={brand}
      description="Use this when one brand has two records. The one you keep also keeps its name, website and contact."
      mutation={merge}
      isDestructive
      onSend={() => {
        setMissing(into === null);
        if (!into) return;
        const body = { version: brand.version, into: into.id, intoVersion: into.version };
        merge.mutate({ path: { id: brand.id }, body });
      }}
    >
      <BrandPicker
        label="Brand to keep"
        except={brand.id}
        chosen={into}
        onChoose={(chosen) => {
          setInto(chosen);
          setMissing(false);
        }}
        {...(isMissing && { error: 'Choose a brand from the list' })}
      />
      {into && (
        <Notice tone="caution">
          {certificates(brand.coaCount)} of {brand.brandName} will show under {into.brandName} (
          {into.verified ? 'verified' : 'not verified'}, {certificates(into.coaCount)}), and the record of{' '}
          {brand.brandName} will be removed. You can undo this for 30 days.
        </Notice>
      )}
    </BrandDialog>
  );
}

const certificates = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'certificate' : 'certificates'}`;

interface BrandDialogProps
  extends Omit<FormDialogProps, 'title' | 'trigger' | 'submitLabel' | 'pendingText' | 'onSend'> {
  verb: string;
  brand: StaffBrandDto;
  /** @param values reads a field of the form by its name */
  onSend: (values: (name: string) => string) => void;
}

function BrandDialog({ verb, brand, onSend, ...dialog }: BrandDialogProps) {
  return (
    <FormDialog
      {...dialog}
      trigger={
        <Button size="sm" variant="secondary">
          {verb}
          <span className="sr-only"> {brand.brandName}</span>
        </Button>
      }
      title={`${verb} ${brand.brandName}`}
      submitLabel={verb}
      pendingText="Saving…"
      onSend={(values) => onSend((name) => String(values.get(name) ?? '').trim())}
    />
  );
}

/** Leaves out an empty field: the API rejects an empty string. */
const optional = (name: string, value: string) => (value ? { [name]: value } : {});
