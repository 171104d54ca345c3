import { useId, useRef } from 'react';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { TextField } from '../../ui/fields/text-field';
import { ScanCan } from './scan-can';

interface FindBatchProps {
  /** Filled in. */
  batchId?: string;
  brandName?: string;
  /** Names to choose from. */
  brands?: readonly string[];
  className?: string;
}

/**
 * Looks up the batch ID on a can. A plain form: the server knows which brand a name means, and answers with the address of
 * the certificate, of the choice of brand, or of the page that says that there is none.
 */
export function FindBatch({ batchId, brandName, brands = [], className }: FindBatchProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const fill = (text: string) => {
    if (!field.current) return;
    field.current.value = text;
    field.current.focus();
  };
  return (
    <search aria-label="Find your can" className={cx('stack gap-3', className)}>
      <form
        // The fields show another can when another one was looked for.
        key={`${batchId} ${brandName}`}
        action={paths.findBatch}
        className={cx('grid gap-3', 'sm:grid-cols-[1fr_1fr_auto] sm:items-end')}
      >
        <TextField
          ref={field}
          label="Batch or lot ID on the can"
          name="batch"
          defaultValue={batchId}
          maxLength={100}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
        <TextField
          label="Brand (optional)"
          name="brand"
          defaultValue={brandName}
          maxLength={120}
          autoComplete="off"
          list={brands.length > 0 ? listId : undefined}
          enterKeyHint="search"
        />
        <Button type="submit">Find it</Button>
        {brands.length > 0 && (
          <datalist id={listId}>
            {brands.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
      </form>
      <ScanCan onText={fill} />
    </search>
  );
}
