/**
 * Entry of the image process. It owns the image library, whose crash no code can catch, and ends when its parent goes
 * or closes the channel.
 */
import { answer } from './answer';
import type { ProcessMessage, ShrinkRequest } from './protocol';
import { loadSharpCodec } from './sharp-codec';

const tell = (message: ProcessMessage) => process.send!(message);

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const codec = await loadSharpCodec().catch(() => null);
  if (codec === null) {
    tell({ kind: 'noLibrary' });
    return;
  }
  process.on('message', async (request: ShrinkRequest) => {
    tell({ kind: 'answer', result: await answer(codec, request) });
  });
  tell({ kind: 'ready' });
}

void main();
