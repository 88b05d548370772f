import { closeAll, open, problems, run } from '../editor';
import type { Test } from '../harness';
import { serverProcess } from '../server-process';
import { answer, hasWindow } from '../window';

export const crashTests: readonly Test[] = [
  {
    name: 'a server that crashed comes back by itself, and says so once',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      for (let crash = 0; crash < 2; crash++) {
        const gone = problems(document.uri, (all) => all.length === 0);
        serverProcess().kill('SIGKILL');
        await gone;
        await problems(document.uri, (all) => all.length === 5);
      }
      if (hasWindow) await answer('crashed and was started again', 'Show Output');
      await closeAll();
    },
  },
  {
    name: 'a server that crashes again and again stays down until it is restarted',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      // Two crashes were before.
      for (let crash = 0; crash < 3; crash++) {
        const gone = problems(document.uri, (all) => all.length === 0);
        serverProcess().kill('SIGKILL');
        await gone;
        if (crash < 2) await problems(document.uri, (all) => all.length === 5);
      }
      if (hasWindow) await answer('crashed five times', 'Restart');
      else await run('restartServer');
      await problems(document.uri, (all) => all.length === 5);
      await closeAll();
    },
  },
];
