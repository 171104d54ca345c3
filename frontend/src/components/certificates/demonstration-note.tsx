/** Marks demo data wherever a full record is shown, so that it is not mistaken for a real one. */
export function DemonstrationNote({ what }: { what: 'certificate' | 'brand' }) {
  return (
    <p className="border-s-4 border-citrus ps-3 text-sm">
      <strong className="font-semibold">Demonstration record.</strong>{' '}
      {what === 'certificate' ? 'All of it is made up.' : 'The brand and its lab reports are made up.'}
    </p>
  );
}
