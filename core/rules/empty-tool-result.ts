import { type Rule, safeFix } from './rule';

export const emptyToolResult: Rule = {
  id: 'empty-tool-result',
  summary: 'A tool result without content, or with blank text only.',
  severity: 'error',
  step: 'turns',
  description:
    'A command printed nothing, and its result was stored without text. Anthropic and Bedrock refuse blank text blocks and empty results of failed calls.',
  repair: 'Puts the omitted-content placeholder in its place.',
  *check(inspection) {
    const verdict = inspection.need('empty-tool-result');
    if (verdict === undefined) return;
    for (const { entry, verdict: place } of inspection.pairing.results) {
      const message = inspection.entry(entry).facts.message!;
      if (place === 'orphan' || place === 'silent' || (!message.isBlank && message.content !== 'absent')) continue;
      yield {
        ...verdict,
        location: inspection.at(entry, 'message', ...(message.content === 'absent' ? [] : ['content'])),
        message: 'This tool result holds no text: the provider refuses blank text, and with it every later request.',
        fixes: [
          safeFix('Put the omitted-content placeholder there', {
            kind: 'setValue',
            line: inspection.lineOf(entry),
            path: ['message', 'content'],
            value: [{ type: 'text', text: '[empty content omitted]' }],
          }),
        ],
      };
    }
  },
};
