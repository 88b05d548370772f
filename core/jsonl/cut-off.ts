/** What may come next in a JSON text. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

const LITERALS = ['true', 'false', 'null'];
const BEGINNING_OF_NUMBER = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d*)?)?$/;
/** What a number or literal is made of, and then some: what stands there may be neither. */
const WORD = /[^\s,:"[\]{}]*/y;
const BLANK = /[ \t\r\n]*/y;

/** Whether `text` is the beginning of a JSON object that was cut off: valid as far as it goes, but not closed. */
export function isCutOff(text: string): boolean {
  // A byte-order mark counts as white space here.
  let at = text.length - text.trimStart().length;
  if (text[at] !== '{') return false;
  const open: string[] = [];
  let expected: Expected = 'value';
  while (at < text.length) {
    const first = text[at]!;
    const mayBeValue: boolean = expected.startsWith('value');
    if (first === '"') {
      if (!mayBeValue && !expected.startsWith('key')) return false;
      const stringEnd = endOfString(text, at + 1);
      if (stringEnd === undefined) return false;
      at = stringEnd;
      expected = mayBeValue ? 'comma or end' : 'colon';
    } else if (first === '{' || first === '[') {
      if (!mayBeValue) return false;
      open.push(first);
      at++;
      expected = first === '{' ? 'key or end' : 'value or end';
    } else if (first === '}' || first === ']') {
      const isOpen = open.pop() === (first === '}' ? '{' : '[');
      if (!isOpen || !expected.endsWith('or end') || open.length === 0) return false;
      at++;
      expected = 'comma or end';
    } else if (first === ',' || first === ':') {
      if (expected !== (first === ',' ? 'comma or end' : 'colon')) return false;
      at++;
      expected = first === ':' || open.at(-1) === '[' ? 'value' : 'key';
    } else {
      const wordEnd = end(WORD, text, at);
      if (!mayBeValue || !isWord(text.slice(at, wordEnd), wordEnd === text.length)) return false;
      at = wordEnd;
      expected = 'comma or end';
    }
    at = end(BLANK, text, at);
  }
  return true;
}

/** Where a sticky pattern that also matches nothing ends. */
function end(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + pattern.exec(text)![0].length;
}

/** Behind the closing quote, or the text's length when it is cut off; undefined when it is no JSON string. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) return undefined;
    if (unit === 0x22) return at + 1;
    if (unit !== 0x5c) continue;
    const isWhole = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6));
    if (!isWhole && !isCutEscape(text.slice(at + 1))) return undefined;
    at++;
  }
  return text.length;
}

function isCutEscape(rest: string): boolean {
  return rest.length < 5 && /^(?:u[0-9a-fA-F]{0,3})?$/.test(rest);
}

/** Whether a word is a number or literal, or the beginning of one where the text ends with it. */
function isWord(word: string, isLast: boolean): boolean {
  if (isLast) return BEGINNING_OF_NUMBER.test(word) || LITERALS.some((literal) => literal.startsWith(word));
  return LITERALS.includes(word) || /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word);
}
