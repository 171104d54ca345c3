import { TextField } from '../fields/text-field';

/** A link to copy by hand, selected. */
export default function LinkToShare({ url }: { url: string }) {
  return (
    <div className="w-full max-w-text print:hidden">
      <TextField
        label="Link to share"
        hint="We could not copy it for you. Copy it from here."
        readOnly
        value={url}
        ref={selectAll}
      />
    </div>
  );
}

function selectAll(field: HTMLInputElement | null) {
  field?.focus();
  field?.select();
}
