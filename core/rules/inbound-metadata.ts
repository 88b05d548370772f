import { stripInboundMetadata } from '../replay/inbound-metadata';
import type { Fix, JsonPath } from '../types';
import type { Inspection } from './inspection';
import { alternative, lossyFix, type Rule } from './rule';
import { leavesThinkingAlone } from './thinking-alone';

export const inboundMetadata: Rule = {
  id: 'inbound-metadata',
  summary: 'An assistant turn repeats inbound metadata that replay strips.',
  severity: 'hint',
  step: 'turns',
  description:
    'OpenClaw once stored metadata in front of user texts, and models echo it. Replay strips it from assistant turns.',
  repair: 'None is preferred; stripping it from the file is offered.',
  *check(inspection) {
    if (inspection.profile === 'pi') return;
    for (const { entry, message } of inspection.assistants) {
      if (!message?.assistant?.mayHoldMetadata || inspection.entry(entry).isRecovered) continue;
      const { content } = inspection.value(entry).message as { content: unknown };
      for (const { path, text } of textsOf(content)) {
        const stripped = stripInboundMetadata(text);
        if (stripped === text) continue;
        yield {
          location: inspection.at(entry, 'message', ...path),
          message: 'This text repeats inbound metadata: replay strips it before it reaches the model.',
          fixes: stripFix(inspection, entry, path, text, stripped),
        };
      }
    }
  },
};

/** As replay does; a turn that would be left without a word is not touched. */
function stripFix(inspection: Inspection, entry: number, path: JsonPath, text: string, stripped: string): Fix[] {
  const title = `Strip the metadata (${text.length - stripped.length} characters)`;
  const line = inspection.lineOf(entry);
  const place = ['message', ...path];
  if (stripped.trim() !== '') {
    return [alternative(lossyFix(title, { kind: 'setValue', line, path: place, value: stripped }))];
  }
  const block = path[1];
  const { blocks } = inspection.entry(entry).facts.message!;
  if (typeof block !== 'number' || blocks.length === 1 || leavesThinkingAlone(inspection, entry, block)) return [];
  return [alternative(lossyFix(title, { kind: 'removeValue', line, path: place.slice(0, -1) }))];
}

function textsOf(content: unknown): { path: JsonPath; text: string }[] {
  if (typeof content === 'string') return [{ path: ['content'], text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { text?: unknown } | null, index) =>
    typeof block?.text === 'string' ? [{ path: ['content', index, 'text'], text: block.text }] : [],
  );
}
