import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js';
import type { LabContent } from '../../../domain/coa-registry/lab-certificates.js';
import { printedSample, sampleErrors } from '../../../domain/coa-registry/printed-sample.js';
import type { FieldError } from '../../../domain/shared/domain-error.js';
import { hasTwoDecimals, isDay, isLink, isPlainText } from '../../../platform/http/fields.js';
import { validate } from '../../../platform/http/validation.js';
import { PARTNER_CERTIFICATE_SCHEMA } from './generated/partner-certificate.schema.js';
import { labContentOf, PartnerCertificateDto } from './partner-certificate.dto.js';

/** Compiling the meta-schemas would take ten times as long as the schema. `strict` still rejects mistakes in it. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, meta: false, validateSchema: false });
ajv.addFormat('date', isDay);
ajv.addFormat('iri', isLink);
ajv.addFormat('plain-text', isPlainText);

/** Adds what the document does not say and the request class checks: texts need no trimming or cleaning. */
function strict(schema: SchemaObject): SchemaObject {
  if (schema.properties) {
    const properties = Object.entries<SchemaObject>(schema.properties).map(([name, part]) => [name, strict(part)]);
    return { ...schema, properties: Object.fromEntries(properties) };
  }
  if (schema.items) return { ...schema, items: strict(schema.items) };
  const isText = schema.type === 'string' && !schema.enum && !schema.format;
  return isText ? { ...schema, format: 'plain-text' } : schema;
}

const matchesSchema = ajv.compile<PartnerCertificateDto>(strict(PARTNER_CERTIFICATE_SCHEMA));

/** Whether the request class would accept the object and change nothing in it. */
export const isValidLine = (sent: object): sent is PartnerCertificateDto =>
  matchesSchema(sent) &&
  hasTwoDecimals(sent.thcContent) &&
  hasTwoDecimals(sent.cbdContent) &&
  sampleErrors(printedSample(sent.sample)).length === 0;

/**
 * Parses a certificate of a bulk file with the same result as a request with it. The JSON Schema takes a small part of the
 * time that the request class takes, and most lines match it. The class decides about all others: it trims texts and
 * words the errors.
 */
export function parseCertificate(sent: object): LabContent | FieldError[] {
  const dto = isValidLine(sent) ? sent : validate(PartnerCertificateDto, sent);
  return Array.isArray(dto) ? dto : labContentOf(dto);
}
