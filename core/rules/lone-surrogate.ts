import { pathAt } from '../jsonl/places';
import { loneSurrogateEscapes } from '../jsonl/surrogates';
import { LineFlag } from '../session/facts';
import { lossyFix, type Rule } from './rule';

export const loneSurrogate: Rule = {
  id: 'lone-surrogate',
  summary: 'A string holds half of a surrogate pair.',
  severity: 'error',
  step: 'bytes',
  description:
    'A text was cut in the middle of an emoji or another character outside the basic plane, and half of its escape stayed. Providers refuse such a request as invalid JSON or invalid Unicode.',
  repair: 'Puts the replacement character U+FFFD in place of the escape; whole pairs stay.',
  *check({ session: { text, lines, flaggedLines } }) {
    for (const line of flaggedLines) {
      const { kind, flags } = lines[line]!;
      if (!(flags & LineFlag.loneSurrogate) || kind === 'damaged') continue;
      const content = text.line(line);
      for (const [start, end] of loneSurrogateEscapes(content)) {
        yield {
          location: { line, path: pathAt(content, start), columns: [start, end] },
          message: `${content.slice(start, end)} is half of a character: providers refuse text that holds it.`,
          fixes: [
            lossyFix('Replace the half character by U+FFFD (loses the half)', {
              kind: 'replaceText',
              line,
              start,
              end,
              text: '\ufffd',
            }),
          ],
        };
      }
    }
  },
};
