// The texts of the site, and their reading level as a US school grade (Flesch-Kincaid).
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syllable } from 'syllable';
import ts from 'typescript';
import { root } from '../../../scripts/lib.mjs';

/** The maximum for every group of texts: most US adults read grade 8 with ease. */
export const HIGHEST_GRADE = 8;

const sentences = new Intl.Segmenter('en-US', { granularity: 'sentence' });

/**
 * Flesch-Kincaid grade of a list of blocks (paragraphs, list items, messages):
 * 0.39 × words per sentence + 11.8 × syllables per word − 15.59. A number counts as a word of one syllable.
 * Source: Kincaid et al. 1975, Derivation of New Readability Formulas.
 * @param {readonly string[]} blocks plain text
 */
export function readingGrade(blocks) {
  const count = { sentences: 0, words: 0, syllables: 0 };
  for (const block of blocks) {
    for (const { segment } of sentences.segment(block)) {
      const words = segment.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? [];
      if (words.length === 0) continue;
      count.sentences += 1;
      count.words += words.length;
      for (const word of words) count.syllables += Math.max(1, syllable(word));
    }
  }
  if (count.words === 0) return { grade: 0, words: 0 };
  const grade = 0.39 * (count.words / count.sentences) + 11.8 * (count.syllables / count.words) - 15.59;
  return { grade: Math.round(grade * 10) / 10, words: count.words };
}

/** The prose of a Markdown file: paragraphs and list items, without front matter, headings, code, tables and footnotes. */
export function markdownBlocks(markdown) {
  const text = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^\[\^[^\]]+\]:.*(\n {2,}.*)*/gm, '')
    .replace(/\[\^[^\]]+\]/g, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !/^(#|\||<)/.test(block))
    .map((block) => block.replace(/^(?:[-*>]|\d+\.)\s+/, '').replace(/\s+/g, ' '));
}

const isSentence = (text) => /\p{L}{2,}.*\s.*\p{L}{2,}/su.test(text) && /[.?!]["”’)]?$/.test(text.trim());
const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** User-facing sentences in a source file: JSX text, and string literals that are sentences. */
export function sourceSentences(file, text) {
  const found = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const keep = (words) => isSentence(words) && found.push(flat(words.replace(/`[^`]*`/g, 'code')));
  visit(source);
  return found;

  function visit(node) {
    if (ts.isJsxElement(node) && node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))) {
      keep(decode(jsxText(node)));
      ts.forEachChild(node.openingElement, visit);
      return;
    }
    if (ts.isStringLiteralLike(node)) keep(node.text);
    else if (ts.isTemplateExpression(node)) keep(templateText(node));
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const parts = addends(node);
      if (parts.every((part) => part !== null)) return keep(parts.join(''));
    }
    // Decorators hold API documentation, which is written for developers.
    if (ts.isDecorator(node) || ts.isImportDeclaration(node)) return;
    ts.forEachChild(node, visit);
  }
}

const jsxText = (node) =>
  node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxElement(child)) return jsxText(child);
      if (ts.isJsxExpression(child)) return expressionText(child.expression);
      return '';
    })
    .join('');

function expressionText(expression) {
  if (!expression) return '';
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression)) return templateText(expression);
  return 'five';
}

/** A number word stands in for interpolated values. */
const templateText = (node) => node.head.text + node.templateSpans.map((span) => `five${span.literal.text}`).join('');

function addends(node) {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return [...addends(node.left), ...addends(node.right)];
  }
  if (ts.isStringLiteralLike(node)) return [node.text];
  return [ts.isTemplateExpression(node) ? templateText(node) : null];
}

const decode = (text) => text.replace(/&nbsp;/g, ' ').replace(/&[a-z]+;/g, "'");

const filesBelow = (folder, wanted) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file) && !/\.test\.|generated/.test(file))
    .map((file) => join(folder, file))
    .sort();

const read = (file) => readFileSync(join(root, file), 'utf8');
const json = (file) => JSON.parse(read(file));
/** Other addresses of a page (`aliasOf`) have no text of their own. */
const pageDescriptions = () => {
  const { pages, views } = json('content/pages.json');
  return [...Object.values(pages), ...Object.values(views)].flatMap(({ lang, description }) =>
    lang === undefined ? (description ?? []) : [],
  );
};
const stringsIn = (value) =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((inner) => stringsIn(inner));
const sentencesOf = (files) => files.flatMap((file) => sourceSentences(file, read(file)));

/** Groups of user-facing text: name and blocks. */
export function readTexts() {
  const problems = Object.values(json('content/problems.json').problems);
  const screens = (folder) => [folder, sentencesOf(filesBelow(`frontend/src/${folder}`, /\.tsx?$/))];
  const folders = ['features', 'components'].flatMap((parent) =>
    readdirSync(join(root, 'frontend/src', parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  );
  return [
    ...filesBelow('content/articles', /\.md$/).map((file) => [
      `article ${basename(file, '.md')}`,
      markdownBlocks(read(file)),
    ]),
    ['content/api-changes.json', stringsIn(json('content/api-changes.json')).filter(isSentence).map(withoutCode)],
    [
      'content/about.json and corrections.json',
      stringsIn([json('content/about.json'), json('content/corrections.json')]).filter(isSentence),
    ],
    ['content/emergency.json', stringsIn(json('content/emergency.json')).filter(isSentence)],
    ['content/gate.json', stringsIn(json('content/gate.json')).filter(isSentence)],
    ['content/faq.json', json('content/faq.json').map(({ answer }) => answer)],
    ['content/pages.json', pageDescriptions()],
    ['content/problems.json', problems.flatMap(({ meaning, todo }) => [meaning, todo].map(withoutCode))],
    ['content/site.json', stringsIn(json('content/site.json').legal).filter(isSentence)],
    ['docs/labs.md', markdownBlocks(read('docs/labs.md'))],
    ...folders.map(screens),
    screens('layouts'),
    screens('ui'),
    ['emails', sentencesOf(filesBelow('backend/src', /(\.email|email-footer)\.ts$/))],
    ['calculator texts', sentencesOf(filesBelow('backend/src/domain/dosing', /\.ts$/))],
    [
      'messages of the server',
      sentencesOf(
        filesBelow('backend/src', /\.ts$/).filter((file) => !/\.email\.|email-footer|dosing|migrations/.test(file)),
      ),
    ],
  ].filter(([, blocks]) => blocks.length > 0);
}

/** All user-facing text in a source file: sentences, labels, headings, fragments, and validation messages in decorators. */
export function sourceTexts(file, text) {
  const found = [];
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
  return found;

  function visit(node) {
    if (ts.isImportDeclaration(node) || (ts.isJsxAttribute(node) && node.name.text === 'className')) return;
    if (ts.isDecorator(node)) return messages(node);
    if (ts.isJsxText(node)) keep(decode(node.text));
    else if (ts.isStringLiteralLike(node)) keep(node.text);
    else if (ts.isTemplateExpression(node)) keep(templateText(node));
    ts.forEachChild(node, visit);
  }

  function messages(node) {
    if (ts.isPropertyAssignment(node) && node.name.text === 'message') visit(node.initializer);
    else ts.forEachChild(node, messages);
  }

  function keep(words) {
    if (/\p{L}\s+\p{L}|^\s*\p{Lu}\p{Ll}+\s*$/u.test(words)) found.push(flat(words));
  }
}

const DAY_NAME = /^day$|(?:Day|Date|[a-z]On|rereadBy|asOf)$/;

/** Days that a text shows as `2026-10-14`: a variable or field with a day's name that no function writes in words. */
export function unwrittenDays(file, text) {
  const found = [];
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
  return found;

  function visit(node) {
    if (ts.isTemplateExpression(node) && /\p{L}\s+\p{L}|\p{L} five/u.test(templateText(node))) {
      for (const { expression } of node.templateSpans) keep(expression);
    }
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      for (const child of node.children) if (ts.isJsxExpression(child)) keep(child.expression);
    }
    ts.forEachChild(node, visit);
  }

  function keep(expression) {
    if (!expression) return;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.text;
    if (DAY_NAME.test(name ?? '')) found.push(name);
  }
}

/** @returns {[string, string][]} every source file with texts that people read: name and content */
export const readSources = () =>
  [
    ...filesBelow('frontend/src', /\.tsx?$/),
    ...filesBelow('backend/src', /\.ts$/).filter((file) => !/migrations/.test(file)),
  ].map((file) => [file, read(file)]);

/** Our own words in content/rules.json: fragments are quoted as the law has them. */
const ruleWords = () => json('content/rules.json').rules.map(({ evidence: _, ...words }) => words);

/**
 * All user-facing text by file, including labels and headings.
 * @returns {[string, string[]][]}
 */
export function readWords() {
  const markdown = [...filesBelow('content/articles', /\.md$/), 'docs/labs.md'];
  const data = ['about', 'api-changes', 'corrections', 'emergency', 'faq', 'gate', 'pages', 'problems', 'site'].map(
    (name) => `content/${name}.json`,
  );
  return [
    ...markdown.map((file) => [file, [flat(read(file).replace(/^```[\s\S]*?^```/gm, ''))]]),
    ...data.map((file) => [file, stringsIn(json(file))]),
    ['content/rules.json', stringsIn(ruleWords())],
    ...readSources().map(([file, text]) => [file, sourceTexts(file, text)]),
  ].filter(([, texts]) => texts.length > 0);
}

const withoutCode = (text) => text.replace(/`[^`]*`/g, 'code');
