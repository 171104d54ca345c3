import type { LabDto, NewLabDto } from '../../api/generated/types.gen';
import { TextField } from '../../ui/text-field';

/** What staff write about a laboratory. */
export function LabFields({ lab }: { lab?: LabDto }) {
  return (
    <>
      <TextField label="Name" name="name" required maxLength={200} defaultValue={lab?.name} />
      <TextField label="Website" name="website" type="url" maxLength={500} defaultValue={lab?.website ?? ''} />
      <TextField
        label="Contact address"
        name="contactEmail"
        type="email"
        required
        maxLength={254}
        defaultValue={lab?.contactEmail}
        hint="Where to reach them when something is wrong. Never shown in public."
      />
    </>
  );
}

export function labDetailsOf(form: HTMLFormElement): NewLabDto {
  const values = new FormData(form);
  const website = String(values.get('website'));
  return {
    name: String(values.get('name')),
    contactEmail: String(values.get('contactEmail')),
    ...(website && { website }),
  };
}
