import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';

/** What the server writes to the client's log. */
export interface Log {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
}

/** What this module needs of a cancellation token. */
export interface CancellationToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

/** A signal that is aborted when the token is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Work that ended because what it was about has changed meanwhile. */
export class StaleError extends Error {}

/**
 * Wraps a request handler: a cancelled request is answered as cancelled, a stale one as such (the client asks
 * again), and a bug is logged and answered with what `fallback` gives, so that one bad request never takes the server down.
 */
export function guard<P, R>(
  name: string,
  log: Log,
  fallback: (params: P) => R,
  run: (params: P, token: CancellationToken) => R | Promise<R>,
  staleCode: number = LSPErrorCodes.ContentModified,
): (params: P, token: CancellationToken) => Promise<R | ResponseError<never>> {
  const cancelled = () => new ResponseError<never>(LSPErrorCodes.RequestCancelled, `${name} was cancelled`);
  return async (params, token) => {
    if (token.isCancellationRequested) return cancelled();
    try {
      const result = await run(params, token);
      return token.isCancellationRequested ? cancelled() : result;
    } catch (error) {
      if (token.isCancellationRequested) return cancelled();
      if (error instanceof StaleError) return new ResponseError<never>(staleCode, error.message);
      log.error(`${name} failed: ${describe(error)}`);
      return fallback(params);
    }
  };
}

/** An error's stack, or what else was thrown, as text. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
