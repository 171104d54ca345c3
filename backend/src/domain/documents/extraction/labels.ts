import type { ReadDetailName, ReadFieldName } from '../../shared/document-reading.js';

/** Header fields whose value is beside or below a label. Totals have their own rules (container-totals.ts). */
export type LabeledField = Exclude<ReadFieldName, 'thcContent' | 'cbdContent'> | ReadDetailName;

/** What a label names. Of several labels for one field, the one with the lowest rank counts. */
export interface LabelMeaning {
  readonly field: LabeledField;
  readonly rank: number;
  /** The label is ambiguous, so the value has to look right too. */
  readonly isWeak: boolean;
}

/** Labels of this rank name something that only may be the field, such as a strain. Their values are offered. */
export const OFFERED_RANK = 9;

const ID = '(?: ?(?:#|id|code))*';
const BATCH = `(?:batch|lot)${ID}`;
const OWNER =
  '(?:product|production|manufacturing|mfg|client|customer|finished product|sample|metrc|retail|package|packaging)';

/** "Date Received", "Received On", "Date of Receipt", "Receipt Date". @param done as a verb @param doing as a noun */
const dayOf = (done: string, doing: string): string =>
  `(?:date(?:/time)? ?)?(?:${done})(?: ?(?:on|date))?(?:/time)?|date(?:/time)? ?(?:of )?(?:${done}|${doing})|(?:${doing}) date(?:/time)?`;

/**
 * Labels by field, as {@link labelKey} writes them, in the order in which they count. A brand's own name comes before
 * the customer, and the customer before the manufacturer, because other companies fill the cans of many brands. The day
 * of the test comes before the day of completion, and that before the day of the analysis. Days of receipt, sampling,
 * report, and production never count.
 */
const SYNONYMS: readonly (readonly [LabeledField, rank: number, pattern: string, isWeak?: boolean])[] = [
  ['batchId', 1, `(?:${OWNER} )?batch${ID}`],
  ['batchId', 1, `${BATCH}(?:/| or | & )${BATCH}`],
  ['batchId', 2, `(?:${OWNER} )?lot${ID}`],
  ['batchId', 2, `harvest/${BATCH}`],
  ['productName', 1, 'product(?: ?(?:name|title|description|tested|/sample name|name/description))?'],
  [
    'productName',
    1,
    'name of product|item(?: ?(?:name|description))?|finished product|product sample name|retail(?: product)? name',
  ],
  ['productName', 2, '(?:client )?sample ?(?:name|description|title)|name of sample|sample/product ?(?:name)?'],
  ['productName', 3, 'sample|description', true],
  ['productName', OFFERED_RANK, '(?:strain|cultivar|variety|flavor)s?(?: ?name)?'],
  ['sampleId', 1, '(?:(?:lab|laboratory|test) )?sample ?(?:#|id|code)+'],
  ['sampleId', 2, '(?:metrc|state) sample ?(?:#|id)+|(?:lab|laboratory) (?:#|id)|accession ?(?:#|id)'],
  ['dateCollected', 1, `(?:sample )?${dayOf('collected|sampled', 'collection|sampling|sample collection')}`],
  ['dateReceived', 1, `(?:samples? )?${dayOf('received', 'receipt|reception')}`],
  [
    'dateIssued',
    1,
    `(?:(?:report|coa|certificate) )?${dayOf('issued|reported|published', 'issue|report|reporting|publication')}`,
  ],
  [
    'dateIssued',
    1,
    '(?:report|coa|certificate) (?:created|submitted|generated|completed)(?: on| date)?|final report date|coa date|certificate date',
  ],
  ['sampledBy', 1, '(?:samples? )?(?:sampled|collected) by|sampler(?: name)?|sample collector'],
  ['brandName', 1, '(?:product )?brand(?: ?name)?'],
  [
    'brandName',
    2,
    '(?:client|customer|company|account)(?: ?name)?|(?:prepared|tested|report) for|submitted by|client/brand',
  ],
  ['brandName', 2, '(?:client|customer) (?:info(?:rmation)?|details)', true],
  [
    'brandName',
    3,
    '(?:product )?(?:manufacturer|producer)(?: ?name)?|(?:manufactured|produced|made|packed|canned) (?:by|for)',
  ],
  ['labReportId', 1, '(?:(?:lab|laboratory|test|analysis|analytical|coa) )?report ?(?:#|id|code)|report(?:/| )coa #'],
  ['labReportId', 1, '(?:coa|certificate|certificate of analysis|cert)(?: ?(?:#|id|code))'],
  ['labReportId', 2, 'report|certificate|coa|report ref(?:erence)?(?: ?#)?|certificate of analysis', true],
  [
    'testDate',
    1,
    '(?:test|testing|tested) ?date|date\\(?s?\\)? ?(?:of )?(?:test|testing|tested)|(?:sample )?tested(?: on)?|test performed(?: on)?',
  ],
  [
    'testDate',
    2,
    '(?:date )?(?:test|tests|testing|analysis|analyses)? ?(?:completed|completion|complete|finished)(?: ?date| on)?|date (?:of )?(?:completed|completion)',
  ],
  [
    'testDate',
    3,
    '(?:analysis|analyses|analyzed|analysed|assay) ?date(?:/time)?|date ?(?:of )?(?:analysis|analyses|analyzed|analysed)|(?:analyzed|analysed|analysis)(?: on)?',
    true,
  ],
  [
    'labName',
    1,
    '(?:testing |test |analytical )?(?:laboratory|lab)(?: ?name)?|name of (?:laboratory|lab)|testing facility',
  ],
  ['labName', 2, '(?:tested|analyzed|analysed|performed|issued|report issued) by|testing performed by', true],
];

const MEANINGS = SYNONYMS.map(
  ([field, rank, pattern, isWeak = false]) => [new RegExp(`^(?:${pattern})$`), { field, rank, isWeak }] as const,
);

/**
 * Labels that end like one that is read, and mean something else: batches of samples that the laboratory measured
 * together, and how much of the sample arrived.
 */
const MISLEADING =
  /^(?:lab|laboratory|analytical|analysis|qc|prep|preparation|extraction|sequence|run|instrument|internal|test|parent|source) (?:batch|lot)|^(?:sample |product |batch |total )*(?:size|weight|amount|volume|mass|quantity) (?:received|collected|sampled)$/;

/**
 * First and last words of other labels in a report's header. Their values are not read, but such a label ends the value
 * before it.
 */
const OTHER_LABELS = new RegExp(
  `^(?:${[
    '(?:client|customer|lab|laboratory|internal|external|sample|product|order|job|project|work order|test|license|lic|invoice|metrc|tag|uid|sku|upc|accession|po|package|request|reference|ref|source|item|harvest|document|doc|form|page|accreditation|registration|certification|producer|manufacturer|account|report|parent|tracking)(?: ?(?:#|id|code|tag|ref|type|category|class|matrix|form|status|version|size|weight|license|lic|address|contact|email|phone))+',
    '(?:date|time)(?: .{2,24})?|.{2,24} (?:date|time|dates)|(?:date|time)/(?:date|time)',
    '(?:sample )?(?:received|collected|sampled|reported|issued|published|approved|released|expires|expiration|harvested|produced|packaged|manufactured|submitted|registered|ordered|created|printed|prepared|extracted)(?: (?:on|by|at))?',
    '(?:sample |product )?(?:matrix|type|category|class|form|status|condition|storage|temperature|appearance|size|weight|volume|density|mass|quantity|amount|strain|flavor|cultivar|variety|photo|image|information|details|notes?)',
    '(?:net|gross|unit|serving|servings|container|package|batch|lot|sample|total|density|fill|can|bottle) ?(?:weight|wt|size|volume|vol|contents?|mass|count|quantity|qty|per container|per package|unit)?(?: \\(.{1,8}\\))?',
    'servings? per (?:container|package|can|bottle|unit)|servings?/(?:container|package|can|bottle)|units per (?:package|container)|container',
    '(?:phone|telephone|tel|fax|email|e-mail|website|web|address|street|city|state|zip|attn|attention|contact|contact name|license|lic|distributor|cultivator|cultivator/manufacturer|distributor/tested for|retailer|grower|facility|location|accreditation)',
    '(?:method|methods|instrument|instrumentation|analyst|technician|reviewer|prepared by|reviewed by|approved by|authorized by|released by|sampled by|collected by|sampler|analyzed by|chemist|signature|title|qa|qc|lab director|laboratory director|quality manager|scientific director)',
    '(?:status|result|results|overall|overall result|overall status|verdict|conclusion|summary|comments?|remarks|disclaimer|page|revision|version|rev|scan|qr code|purpose|test type|tests? requested|tests? performed|panel|panels|analysis requested|requested analysis|safety|potency|reason|amended|supersedes)',
    '(?:moisture|water activity|ph|foreign matter|filth)',
  ].join('|')})$`,
);

/**
 * A label in one spelling: lower case, without its colon, with # for number, no. and №.
 * "Batch No.:" becomes "batch #", "[C] Lot/Batch Number" becomes "lot/batch #".
 */
export const labelKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\[[a-z\d]{1,2}\] /, '')
    .replace(/[:：]\s*$/, '')
    .replace(/[’']/g, '')
    .replace(/№|\bnos?\.|\b(?:number|numbers|num|nbr|no)(?![\p{L}\d])/gu, '#')
    .replace(/\bident(?:ification|ifier)\b|\bi\.d\./g, 'id')
    .replace(/\s*([/&])\s*/g, '$1')
    .replace(/&/g, ' & ')
    .replace(/[.,*]/g, ' ')
    .replace(/(?<=\p{L})#/gu, ' #')
    .replace(/\s+/g, ' ')
    .replace(/(?:# )?id #|# id|# #/g, 'id')
    .trim();

/** The meaning of a phrase that is exactly a label, with or without colon. */
export function labelMeaning(text: string): LabelMeaning | null {
  if (text.length > 50) return null;
  const key = labelKey(text);
  return MEANINGS.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

/** Whether a label only ends like one that is read, such as "Lab Batch #" or "Sample Size Received". */
export const isMisleading = (text: string): boolean => MISLEADING.test(labelKey(text));

/** Whether a phrase is a label of any kind. It is then not a field's value, and ends the value before it. */
export const isLabel = (text: string): boolean => text.length <= 60 && (/[:：]\s*$/.test(text) || isKnownLabel(text));

/** Whether a phrase is one of the labels listed here, with or without colon. */
export function isKnownLabel(text: string): boolean {
  if (text.length > 60) return false;
  const key = labelKey(text);
  return (
    OTHER_LABELS.test(key) ||
    MISLEADING.test(key) ||
    MEANINGS.some(([pattern]) => pattern.test(key)) ||
    TOTAL_LABEL.test(key)
  );
}

const TOTAL_LABEL =
  /^(?:(?:total|sum of|max) )?(?:active )?(?:thc|cbd|cannabinoids|terpenes|δ9-?thc|delta-?9 thc)(?: ?[(/%].{0,30}| (?:mg|per|in|content|amount|result|potency)\b.{0,30})?$/;

/** Splits "Batch: JT-26" into label and value. Null without a colon, and for times and ratios such as 1:1. */
export function splitAtColon(text: string): { label: string; value: string } | null {
  const found = /^([^:：]{2,50}?)\s*[:：]\s*(?!\/\/)(.+)$/u.exec(text);
  if (!found?.[1] || !found[2] || /\d$/.test(found[1])) return null;
  return { label: found[1], value: found[2] };
}
