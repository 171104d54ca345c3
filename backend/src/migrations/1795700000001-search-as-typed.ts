import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = `btrim(split_part("searchText", '|', 3))`;

/** As the domain makes it: no spaces, and one character for those that look alike. */
const CODE = `translate(replace(${BATCH}, ' ', ''), 'oil', '011')`;

/**
 * Search as people type. A batch id that can be typed in several ways is in the search text a second time, as the code
 * that it is compared by; and the words of products and brands are in a table of their own, where a misspelled word
 * finds those like it.
 *
 * Changing the text rewrites the table, which leaves it and its indexes as small as new ones. Everybody else waits
 * meanwhile: for less than a second at ten thousand certificates, for a minute or so at a million. A server of the version
 * before goes on working; a batch that is submitted through it is found as it was before, until it is next changed.
 */
export class SearchAsTyped1795700000001 implements MigrationInterface {
  name = 'SearchAsTyped1795700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE coa_data ALTER COLUMN "searchText" TYPE text
        USING CASE WHEN ${CODE} = ${BATCH} THEN "searchText" ELSE "searchText" || '| ' || ${CODE} || ' ' END`);
    await keepWords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER coa_data_search_words_insert ON coa_data`);
    await runner.query(`DROP TRIGGER coa_data_search_words_update ON coa_data`);
    await runner.query(`DROP FUNCTION keep_search_words()`);
    await runner.query(`DROP TABLE search_words`);
    await runner.query(`
      ALTER TABLE coa_data ALTER COLUMN "searchText" TYPE text
        USING regexp_replace("searchText", '^([^|]*\\|[^|]*\\|[^|]*)\\|.*$', '\\1')`);
  }
}

/** Words of products and brands that may be misspelled. */
const wordsOf = (certificates: string) => `
  SELECT DISTINCT w.word
    FROM ${certificates} c,
         unnest(string_to_array(split_part(c."searchText", '|', 1) || split_part(c."searchText", '|', 2), ' ')) w(word)
   WHERE c."submissionStatus" = 'approved' AND char_length(w.word) BETWEEN 4 AND 40 AND w.word !~ '\\d'
   ORDER BY 1`;

/**
 * Existing words are left untouched, so publishing takes no lock on them. Words are never removed: a stale one just finds
 * nothing. New words are inserted in sorted order and after the totals row is locked. That lock serializes publications,
 * so they cannot deadlock.
 */
async function keepWords(runner: QueryRunner): Promise<void> {
  await runner.query(
    `CREATE TABLE search_words ("word" text NOT NULL, CONSTRAINT search_words_pkey PRIMARY KEY ("word"))`,
  );
  await runner.query(`INSERT INTO search_words ${wordsOf('coa_data')}`);
  await runner.query(`CREATE INDEX search_words_like ON search_words USING gist ("word" gist_trgm_ops (siglen = 32))`);
  await runner.query(`
    CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO search_words ${wordsOf('rows_after')} ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`);
  for (const event of ['insert', 'update']) {
    await runner.query(`
      CREATE TRIGGER coa_data_search_words_${event} AFTER ${event.toUpperCase()} ON coa_data
      REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words()`);
  }
}
