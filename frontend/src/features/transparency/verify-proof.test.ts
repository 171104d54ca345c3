import { checkDocument } from './check-document';
import { verifyProof } from './verify-proof';

// Made with node:crypto: a log of three entries, of which the first and the last are about the document "%PDF".
const KEY = 'log.example/log+c457ead7+AW56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx';
const PUBLISHED = `${[
  'c2sp.org/tlog-proof@v1',
  'extra eyJlbnRyeSI6IntcImF0XCI6XCIyMDI2LTExLTI2VDE1OjAwOjAwLjAwMFpcIixcImZpbGVcIjpcIjMxNWQ0MjliNzcxNGNlZGI2YWQwNGFjMzEyNDAxNDUyNTc2OTI2MzA0NTdmM2M4ODI1M2M1YmVjZWFjNzYwMjdcIixcInJlY29yZFwiOlwiMDBcIixcInJlZlwiOlwiQ0ItN0szTS05UVhEXCIsXCJzZXFcIjoxLFwidHlwZVwiOlwiY29hLnB1Ymxpc2hlZFwiLFwidlwiOjF9IiwicmVjb3JkIjpudWxsLCJzYWx0IjpudWxsfQ==',
  'index 0',
  '1L28K9G+BqFv5wpsh5tLPLUi7eTk5KTKCnQXHbRo6hw=',
  'iSlLeHur9x9TypWSi4BsACcWLF7rfHB+AN0Fda5OLFk=',
  '',
  'log.example/log',
  '3',
  'qixzUs2DGFcoygEZAQOCRQOFCTqIPmWiupA/cpWfwHI=',
  '',
  '— log.example/log xFfq197K1sOanBjs0pLYgKpphY6/wrJlN7KuAyb5ZGOBzbHf4FpA0QiZQqok/qGF9VEW7rCfyTDlfJmHqezhaz/NZQ8=',
].join('\n')}\n`;
const REPLACED = `${[
  'c2sp.org/tlog-proof@v1',
  'extra eyJlbnRyeSI6IntcImF0XCI6XCIyMDI2LTExLTI2VDE2OjAwOjAwLjAwMFpcIixcImZpbGVcIjpcIjMxNWQ0MjliNzcxNGNlZGI2YWQwNGFjMzEyNDAxNDUyNTc2OTI2MzA0NTdmM2M4ODI1M2M1YmVjZWFjNzYwMjdcIixcInJlZlwiOlwiQ0ItN0szTS05UVhEXCIsXCJyZXBsYWNlZEJ5XCI6XCJDQi05UVhELTdLM01cIixcInNlcVwiOjIsXCJ0eXBlXCI6XCJjb2Euc3VwZXJzZWRlZFwiLFwidlwiOjF9IiwicmVjb3JkIjpudWxsLCJzYWx0IjpudWxsfQ==',
  'index 2',
  'A9aIqxHDa5QkOEnMqlKLNrJ3Q15D0puDYnMF+NlpIX0=',
  '',
  'log.example/log',
  '3',
  'qixzUs2DGFcoygEZAQOCRQOFCTqIPmWiupA/cpWfwHI=',
  '',
  '— log.example/log xFfq197K1sOanBjs0pLYgKpphY6/wrJlN7KuAyb5ZGOBzbHf4FpA0QiZQqok/qGF9VEW7rCfyTDlfJmHqezhaz/NZQ8=',
].join('\n')}\n`;
const DOCUMENT = new Blob(['%PDF']);

it('accepts a proof of the log', async () => {
  expect(await verifyProof(PUBLISHED, KEY)).toBe(0);
  expect(await verifyProof(REPLACED, KEY)).toBe(2);
});

it('rejects a proof in which any line is another, or missing', async () => {
  const lines = PUBLISHED.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const middle = Math.floor(line.length / 2);
    const other = `${line.slice(0, middle)}${line[middle] === 'A' ? 'B' : 'A'}${line.slice(middle + 1)}`;
    for (const changed of [lines.with(index, other), lines.toSpliced(index, 1)]) {
      await expect(verifyProof(changed.join('\n'), KEY)).rejects.toThrow();
    }
  }
});

it('rejects another key, and a proof of one entry with another one in it', async () => {
  const extra = /^extra .*$/m;
  await expect(verifyProof(PUBLISHED, KEY.replace('log.example', 'fog.example'))).rejects.toThrow();
  await expect(verifyProof(PUBLISHED.replace(extra, extra.exec(REPLACED)?.[0] ?? ''), KEY)).rejects.toThrow(
    'not in the log',
  );
});

/** @param proofs what the server has for the first digits that it is asked with */
async function answerFrom(proofs: readonly string[], isWaiting = false) {
  const asked: string[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    asked.push(String(path));
    return new Response(
      path === '/log/vkey' ? KEY : JSON.stringify({ entries: proofs.map((proof) => ({ proof })), isWaiting }),
    );
  });
  const answer = await checkDocument(DOCUMENT).finally(() => fetched.mockRestore());
  return { ...answer, asked };
}

it('says what became of a document, and sends 4 digits of its hash', async () => {
  const { certificates, asked } = await answerFrom([REPLACED, PUBLISHED]);
  expect(certificates).toEqual([
    { reference: 'CB-7K3M-9QXD', state: 'replaced', replacedBy: 'CB-9QXD-7K3M', index: 2 },
  ]);
  expect(asked).toEqual([expect.stringMatching(/^\/log\/files\/[\da-f]{4}$/), '/log/vkey']);
  expect((await answerFrom([PUBLISHED])).certificates).toMatchObject([{ state: 'published', index: 0 }]);
});

it('knows nothing of other documents, and trusts no answer that is not signed', async () => {
  expect(await answerFrom([], true)).toMatchObject({ certificates: [], isWaiting: true });
  await expect(answerFrom([PUBLISHED.replace(/^index 0$/m, 'index 1')])).rejects.toThrow();
});
