import { isResponsesApi } from '../replay/policy';
import type { Item } from '../session/history';
import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { alternative, lazyFix, lossyFix, type Rule } from './rule';
import { OMITTED_REASONING } from './unsigned-thinking';

export const staleReasoning: Rule = {
  id: 'stale-reasoning',
  summary: "Reasoning of OpenAI's from before a model switch.",
  severity: 'information',
  step: 'thinking',
  description:
    'Reasoning items belong to the model that made them. After a switch replay leaves them out; the file keeps them.',
  repair: 'None is preferred; removing it is offered.',
  *check(inspection) {
    if (!inspection.blocks.thinking.some(({ facts }) => facts.reasoningId !== undefined)) return;
    for (const run of runsOfOneModel(inspection)) {
      const withReasoning = run.filter(hasReasoning);
      const [first] = withReasoning;
      if (first === undefined || !isResponsesApi(first.message?.assistant?.api)) continue;
      const verdict = inspection.need('stale-reasoning', (view) => !inspection.isOwnTurn(first, view));
      if (verdict === undefined) continue;
      const block = first.message!.blocks.findIndex((facts) => facts.kind === 'thinking' && facts.reasoningId);
      yield {
        ...verdict,
        location: inspection.block(first.entry, block),
        message: `From here on ${withReasoning.length} turn${withReasoning.length === 1 ? ' holds' : 's hold'} reasoning of ${first.message!.assistant!.model}, from before a model switch: replay leaves it out.`,
        fixes: [
          lazyFix(inspection, alternative(lossyFix('Remove the reasoning of that model')), () =>
            withReasoning.map((item) => withoutReasoning(inspection, item)),
          ),
        ],
      };
    }
  },
};

function hasReasoning({ message }: Item): boolean {
  return message!.blocks.some((facts) => facts.kind === 'thinking' && facts.reasoningId !== undefined);
}

function runsOfOneModel({ assistants, session }: Inspection): Item[][] {
  const runs: Item[][] = [];
  let current = '';
  for (const item of assistants) {
    if (session.entries[item.entry]!.isRecovered) continue;
    const { provider, api, model } = item.message!.assistant!;
    const key = JSON.stringify([provider, api, model]);
    if (key === current) runs.at(-1)!.push(item);
    else runs.push([item]);
    current = key;
  }
  return runs;
}

function withoutReasoning(inspection: Inspection, { entry, message }: Item): SessionEdit {
  const { content } = inspection.value(entry).message as { content: unknown[] };
  const kept = content.filter((_, index) => {
    const facts = message!.blocks[index];
    return !(facts?.kind === 'thinking' && facts.reasoningId !== undefined);
  });
  return {
    kind: 'setValue',
    line: inspection.lineOf(entry),
    path: ['message', 'content'],
    value: kept.length > 0 ? kept : [{ type: 'text', text: OMITTED_REASONING }],
  };
}
