import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { leavesThinkingAlone } from './thinking-alone';

/**
 * Takes a block out of a message's content. Where nothing but blank text would be left `instead` becomes its one text,
 * where thinking would be left that must not stand alone it takes the block's place; where the last call goes, the
 * stop reason no longer says tool use.
 */
export function removeBlock(inspection: Inspection, entry: number, block: number, instead: string): SessionEdit[] {
  const { blocks, assistant } = inspection.entry(entry).facts.message!;
  const line = inspection.lineOf(entry);
  const path = ['message', 'content'];
  const text = { type: 'text', text: instead };
  const isAlone = blocks.every((other, index) => index === block || (other.kind === 'text' && other.isBlank));
  const removal: SessionEdit = isAlone
    ? { kind: 'setValue', line, path, value: [text] }
    : leavesThinkingAlone(inspection, entry, block)
      ? { kind: 'setValue', line, path: [...path, block], value: text }
      : { kind: 'removeValue', line, path: [...path, block] };
  const isLastCall =
    blocks[block]!.kind === 'call' && blocks.every(({ kind }, index) => index === block || kind !== 'call');
  if (!isLastCall || assistant?.stopReason !== 'toolUse') return [removal];
  return [removal, { kind: 'setValue', line, path: ['message', 'stopReason'], value: 'stop' }];
}
