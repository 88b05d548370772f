import { quote, type Rule, safeFix } from './rule';

export const toolNameMismatch: Rule = {
  id: 'tool-name-mismatch',
  summary: 'A result names another tool than its call.',
  severity: 'warning',
  step: 'calls',
  description:
    'The result was stored under another tool name than its call. Providers that send the name (Google, Mistral) get a wrong or an empty one.',
  repair: "Sets the call's name.",
  *check(inspection) {
    for (const { entry, call, verdict } of inspection.pairing.results) {
      if (call === undefined || verdict === 'orphan' || verdict === 'silent') continue;
      const { toolName } = inspection.entry(entry).facts.message!.result!;
      const name = call.facts.name!.trim();
      if (toolName === undefined || toolName.trim() === name) continue;
      yield {
        location: inspection.at(entry, 'message', 'toolName'),
        message: `This result says it comes from ${quote(toolName)}, but its call is one of ${quote(name)}.`,
        related: [{ location: inspection.block(call.entry, call.block, 'name'), message: 'The call.' }],
        fixes: [
          safeFix(`Set the tool name to ${name}`, {
            kind: 'setValue',
            line: inspection.lineOf(entry),
            path: ['message', 'toolName'],
            value: name,
          }),
        ],
      };
    }
  },
};
