/** All user-facing text is in catalogues: no JSX contains a literal string. */
import ts from 'typescript';
import { expect, test } from 'vitest';

const screens = import.meta.glob<string>(['../{app,features,ui}/**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Props whose text users see or hear. */
const spoken = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'confirm',
  'hint',
  'intro',
  'label',
  'legend',
  'placeholder',
  'title',
  'what',
];

/** Operators whose result may be one of their operands. Comparisons never are. */
const joins = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
];

/** Literal text with letters, as a child of an element or in a prop that users see or hear. */
function inlineWords(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];

  const take = (node: ts.Node, text: string) => {
    if (!/\p{L}/u.test(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getEnd());
    found.push(`${path}:${line + 1}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
  };
  /** The literal strings that an expression may evaluate to. */
  const takeResult = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteralLike(node)) take(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      take(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join('…'),
      );
    } else if (ts.isConditionalExpression(node)) {
      takeResult(node.whenTrue);
      takeResult(node.whenFalse);
    } else if (ts.isBinaryExpression(node) && joins.includes(node.operatorToken.kind)) {
      takeResult(node.left);
      takeResult(node.right);
    } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      takeResult(node.expression);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) take(node, node.text);
    else if (ts.isJsxAttribute(node)) {
      if (spoken.includes(node.name.getText(file))) takeResult(node.initializer);
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) takeResult(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<p>{words.page} of {words.pages}</p>', 'of'],
  ["<p>{busy ? 'Saving…' : words.save}</p>", 'Saving…'],
  ["<p>{failed && ' It failed.'}</p>", 'It failed.'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a screen.
  ['<p>{`Page ${page}`}</p>', 'Page …'],
  ['<nav aria-label="Pages" />', 'Pages'],
  ["<Page title={title ?? 'Guidance'} />", 'Guidance'],
])('%s is found', (source, words) => {
  expect(inlineWords('a.tsx', source)).toEqual([`a.tsx:1: ${words}`]);
});

test.each([
  '<p className="text-ink" role="status">{words.hello}</p>',
  '<p>{count}/{limit} · {name}</p>',
  "<p>{phase === 'ready' && <b>{words.ready}</b>}</p>",
  '<nav aria-label={words.pages} title="" />',
  "<Button variant={dark ? 'outline' : 'quiet'}>{words.of(name)}</Button>",
])('%s is left alone', (source) => {
  expect(inlineWords('a.tsx', source)).toEqual([]);
});

test('no screen contains literal text', () => {
  expect(Object.keys(screens).length).toBeGreaterThan(100);
  const found = Object.entries(screens).flatMap(([path, source]) => inlineWords(path, source));
  expect(found).toEqual([]);
});
