import { Notice } from '../../ui/messages/notice';

/** Marks demo data wherever a full record is shown, so that it is not mistaken for a real one. */
export function DemonstrationNote({ what }: { what: 'certificate' | 'brand' }) {
  return (
    <Notice tone="caution" title="Demonstration record">
      {what === 'certificate'
        ? 'This certificate, its brand, its lab and its numbers are made up. They only show how the database works.'
        : 'This brand and its lab reports are made up. They only show how the database works.'}
    </Notice>
  );
}
