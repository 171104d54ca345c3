import type { UseMutationOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { FormDialog } from '../../../components/admin/form-dialog';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields/text-field';
import { Notice } from '../../../ui/messages/notice';
import { counted } from '../../../ui/text/counted';
import { BrandPicker } from './brand-picker';

/** What every change of a brand affects. */
export const brandLists = () => [listStaffBrandsQueryKey(), listBrandsQueryKey(), listMergedBrandsQueryKey()];

export function VerifyBrand({ brand }: { brand: StaffBrandDto }) {
  return (
    <BrandDialog
      verb="Verify"
      brand={brand}
      description="Confirm that the website and contact address belong to the brand. We show both on its page."
      mutation={verifyBrandMutation()}
      toRequest={(value) => ({
        path: { id: brand.id },
        body: { contactEmail: value('contactEmail'), website: value('website') || undefined },
      })}
      done={() => `${brand.brandName} verified`}
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
  return (
    <BrandDialog
      verb="Edit"
      brand={brand}
      description="A new name shows on all of the brand's certificates. Links with the old name keep working."
      mutation={editBrandMutation()}
      toRequest={(value) => ({
        path: { id: brand.id },
        body: {
          version: brand.version,
          name: value('name'),
          website: value('website') || undefined,
          contactEmail: value('contactEmail') || undefined,
        },
      })}
      done={() => `${brand.brandName} saved`}
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
  const [into, setInto] = useState<StaffBrandDto | null>(null);
  const [isMissing, setMissing] = useState(false);
  const choose = (chosen: StaffBrandDto | null) => {
    setInto(chosen);
    setMissing(false);
  };
  return (
    <BrandDialog
      onOpenChange={() => choose(null)}
      verb="Merge"
      brand={brand}
      description="Use this when one brand has two records. The one you keep also keeps its name, website and contact."
      mutation={mergeBrandsMutation()}
      toRequest={() => {
        setMissing(into === null);
        if (!into) return null;
        const body = { version: brand.version, into: into.id, intoVersion: into.version };
        return { path: { id: brand.id }, body };
      }}
      done={(remaining) => `${brand.brandName} merged into ${remaining.brandName}`}
      isDestructive
    >
      <BrandPicker
        label="Brand to keep"
        except={brand.id}
        chosen={into}
        onChoose={choose}
        error={isMissing ? 'Choose a brand from the list' : undefined}
      />
      {into && (
        <Notice tone="caution">
          {counted(brand.coaCount, 'certificate')} of {brand.brandName} will show under {into.brandName} (
          {into.verified ? 'verified' : 'not verified'}, {counted(into.coaCount, 'certificate')}), and the record of{' '}
          {brand.brandName} will be removed. You can undo this for 30 days.
        </Notice>
      )}
    </BrandDialog>
  );
}

interface BrandDialogProps<Data, Failure, Request> {
  verb: string;
  brand: StaffBrandDto;
  description: string;
  mutation: UseMutationOptions<Data, Failure, Request>;
  /** @param value reads a field of the form by its name */
  toRequest: (value: (name: string) => string) => Request | null;
  /** What the toast says. */
  done: (changed: Data) => string;
  onOpenChange?: () => void;
  isDestructive?: boolean;
  children: ReactNode;
}

function BrandDialog<Data, Failure, Request>(props: BrandDialogProps<Data, Failure, Request>) {
  const { verb, brand, toRequest, done, ...dialog } = props;
  return (
    <FormDialog
      {...dialog}
      toRequest={(values) => toRequest((name) => String(values.get(name) ?? '').trim())}
      done={(changed) => ({ title: done(changed) })}
      refetch={brandLists()}
      trigger={
        <Button size="sm" variant="secondary">
          {verb}
          <span className="sr-only"> {brand.brandName}</span>
        </Button>
      }
      title={`${verb} ${brand.brandName}`}
      submitLabel={verb}
      pendingText="Saving…"
    />
  );
}
