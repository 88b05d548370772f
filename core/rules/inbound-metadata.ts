import { stripInboundMetadata } from '../replay/inbound-metadata';
import type { SessionEdit } from '../types';
import { alternative, lossyFix, type Rule } from './rule';

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
        const edit: SessionEdit = {
          kind: 'setValue',
          line: inspection.lineOf(entry),
          path: ['message', ...path],
          value: stripped,
        };
        yield {
          location: inspection.at(entry, 'message', ...path),
          message: 'This text repeats inbound metadata: replay strips it before it reaches the model.',
          fixes:
            stripped.trim() === ''
              ? []
              : [alternative(lossyFix(`Strip the metadata (${text.length - stripped.length} characters)`, edit))],
        };
      }
    }
  },
};

function textsOf(content: unknown): { path: (string | number)[]; text: string }[] {
  if (typeof content === 'string') return [{ path: ['content'], text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { text?: unknown } | null, index) =>
    typeof block?.text === 'string' ? [{ path: ['content', index, 'text'], text: block.text }] : [],
  );
}
