/** `covers` of the domain, as SQL. `greatest` and `least` ignore a day that is not printed. */
export const testedWithin = (row: string, from: string, to: string) => {
  const days = `${row}."testDate"::text, ${row}."sample"->>'testedOn'`;
  return `greatest(${days}) >= ${from}::text AND (${to}::text IS NULL OR least(${days}) <= ${to}::text)`;
};

/** Whether an incident `i` covers, or covered, a certificate. */
export const isInWindow = (row: string) =>
  `i."labKey" = ${row}."labKey" AND ${testedWithin(row, 'i."testedFrom"', 'i."testedTo"')}`;

/** Whether an incident `i` is open and covers a certificate. */
export const isCoveredBy = (row: string) => `i."state" = 'open' AND ${isInWindow(row)}`;

/** The open incidents that cover a certificate, the newest first. There are few incidents, so none is stored with it. */
export const labIncidentsOf = (
  row: string,
) => `(SELECT coalesce(json_agg(json_build_object('id', i."id", 'labName', i."labName",
    'kind', i."kind", 'testedFrom', i."testedFrom", 'testedTo', i."testedTo", 'sourceName', i."sourceName",
    'sourceUrl', i."sourceUrl", 'sourceDate', i."sourceDate", 'statement', i."statement") ORDER BY i."openedAt" DESC, i."id"), '[]')
  FROM lab_incidents i WHERE ${isCoveredBy(row)})`;
