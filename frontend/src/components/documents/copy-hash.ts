import { copyText } from '../../ui/sharing/copy-text';

/** Copies the SHA-256 of a document. */
export const copyHash = (sha256: string) =>
  copyText(sha256, {
    copied: { title: 'SHA-256 copied' },
    failed: { title: "Your browser didn't copy it", description: sha256 },
  });
