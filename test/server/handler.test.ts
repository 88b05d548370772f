import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { type CancellationToken, guard, StaleError } from '../../server/handler';

function token(isCancellationRequested = false): CancellationToken & { isCancellationRequested: boolean } {
  return { isCancellationRequested, onCancellationRequested: () => ({ dispose() {} }) };
}

describe('a guarded handler', () => {
  const errors: string[] = [];
  const log = { error: (message: string) => errors.push(message), warn() {}, info() {} };
  const codeOf = (answer: unknown) => (answer instanceof ResponseError ? answer.code : undefined);

  it('passes answers on', async () => {
    const handler = guard(
      'Doubling',
      log,
      () => 0,
      (value: number) => value * 2,
    );
    assert.equal(await handler(4, token()), 8);
  });

  it('does not run what is cancelled, and keeps no answer that came too late', async () => {
    let runs = 0;
    const cancelledLater = token();
    const handler = guard(
      'Counting',
      log,
      () => 0,
      () => {
        runs++;
        cancelledLater.isCancellationRequested = true;
        return runs;
      },
    );
    assert.equal(codeOf(await handler(undefined, token(true))), LSPErrorCodes.RequestCancelled);
    assert.equal(runs, 0);
    assert.equal(codeOf(await handler(undefined, cancelledLater)), LSPErrorCodes.RequestCancelled);
    assert.equal(runs, 1);
    assert.deepEqual(errors, []);
  });

  it('says when its subject has changed', async () => {
    const stale = () => {
      throw new StaleError('changed');
    };
    assert.equal(codeOf(await guard('x', log, () => 0, stale)(1, token())), LSPErrorCodes.ContentModified);
    const code = LSPErrorCodes.ServerCancelled;
    assert.equal(codeOf(await guard('x', log, () => 0, stale, code)(1, token())), code);
    assert.deepEqual(errors, []);
  });

  it('logs a bug and answers with the fallback', async () => {
    const handler = guard(
      'Failing',
      log,
      (value: number) => -value,
      () => {
        throw new Error('a bug');
      },
    );
    assert.equal(await handler(3, token()), -3);
    assert.match(errors.join('\n'), /^Failing failed: Error: a bug/);
  });
});
