import type { LabDto, NewLabDto } from '../../../api/generated/types.gen';
import { DateField } from '../../../ui/fields/date-field';
import { TextField } from '../../../ui/fields/text-field';

/** The fields of a lab's details. */
export function LabFields({ lab }: { lab?: LabDto }) {
  const accreditation = lab?.accreditation;
  return (
    <>
      <TextField label="Name" name="name" required maxLength={200} defaultValue={lab?.name} />
      <TextField label="Website" name="website" type="url" maxLength={500} defaultValue={lab?.website ?? ''} />
      <TextField
        label="More report hosts"
        name="reportHosts"
        maxLength={2000}
        defaultValue={lab?.reportHosts.join(', ')}
        hint="Where else its reports are online, such as reports.example. Separate them with commas. We compare the QR codes in its PDFs with them."
      />
      <TextField
        label="Contact address"
        name="contactEmail"
        type="email"
        required
        maxLength={254}
        defaultValue={lab?.contactEmail}
        hint="Where to reach them when something is wrong. Never shown in public."
      />
      <fieldset className="stack gap-4 border-t border-rule pt-4">
        <legend className="sr-only">Accreditation</legend>
        <p className="text-sm text-ink-soft">
          Accreditation, if you know it. Copy it from the accreditation body's own page. It is not shown in public.
          Clear all four fields to remove it.
        </p>
        <TextField
          label="Accreditation body"
          name="accreditationBody"
          maxLength={100}
          defaultValue={accreditation?.body}
          hint="As the lab's accreditation certificate names it."
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            label="Accreditation number"
            name="accreditationNumber"
            maxLength={100}
            defaultValue={accreditation?.number ?? ''}
          />
          <DateField
            label="Last valid day"
            name="accreditationExpiresOn"
            defaultValue={accreditation?.expiresOn ?? ''}
          />
        </div>
        <TextField
          label="Link to the scope"
          name="accreditationScopeUrl"
          type="url"
          maxLength={500}
          pattern="[Hh][Tt][Tt][Pp][Ss]://.*"
          title="A link that starts with https://"
          defaultValue={accreditation?.scopeUrl ?? ''}
          hint="What the accreditation covers. Starts with https://"
        />
      </fieldset>
    </>
  );
}

/** Sends an incomplete accreditation unchanged, so that the server reports what is missing. */
export function labDetails(values: FormData): NewLabDto {
  const value = (name: string) => String(values.get(name) ?? '').trim();
  const accreditation = {
    number: value('accreditationNumber'),
    scopeUrl: value('accreditationScopeUrl'),
    expiresOn: value('accreditationExpiresOn'),
  };
  const body = value('accreditationBody');
  const website = value('website');
  const reportHosts = value('reportHosts')
    .split(/[\s,]+/)
    .filter(Boolean);
  const isAccredited = [body, ...Object.values(accreditation)].some((entered) => entered !== '');
  return {
    name: value('name'),
    contactEmail: value('contactEmail'),
    ...(website && { website }),
    ...(reportHosts.length > 0 && { reportHosts }),
    ...(isAccredited && { accreditation: { body, ...accreditation } }),
  };
}
