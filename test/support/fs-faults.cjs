/**
 * Loaded in front of a program (`--require`): counts the steps by which it changes files of a folder and disturbs one.
 * A step is named like `write a.jsonl.fix-1-2.tmp`. FS_FAULTS is JSON with `folder` and any of
 *
 * - `log`: a file outside of the folder that gets one line a step;
 * - `killAt`: the number of the step in front of which the process dies, with `half` in the middle of it if it is a
 *   write, with `signal` not by SIGKILL but by a signal that it may handle;
 * - `fail`: `{step, code}`: steps whose name matches fail with this error code, as does `open a.jsonl`, which is none;
 * - `writer`: `{step, file, text, how}`: in front of the first step whose name matches somebody else does `append` to
 *   the file, `rewrite` it, or append to it through an `fd` that was opened earlier;
 * - `foreign`: new files seem to belong to another user than their maker;
 * - `late`: `{file, text}`: somebody who opened the file at the start appends to it when the program is done.
 */
const fs = require('node:fs');
const promises = require('node:fs/promises');
const { basename, resolve } = require('node:path');

const { folder, log, killAt, half, signal, fail, writer, foreign, late } = JSON.parse(process.env.FS_FAULTS);
const original = { ...fs };
const open = promises.open;
const unlink = promises.unlink;
let steps = 0;
let written = false;

const fd = writer?.how === 'fd' || late ? original.openSync((writer ?? late).file, 'a') : undefined;
if (late) process.on('exit', () => original.writeSync(fd, late.text));

const matches = (pattern, name) => pattern !== undefined && new RegExp(pattern).test(name);
const isWatched = (path) => typeof path === 'string' && resolve(path).startsWith(folder);

/** Called in front of every step; `writeHalf` does the first part of a write. */
function step(operation, path, writeHalf) {
  const name = `${operation} ${basename(path)}`;
  steps += 1;
  if (log) original.appendFileSync(log, `${name}\n`);
  if (writer && !written && matches(writer.step, name)) {
    written = true;
    if (writer.how === 'append') original.appendFileSync(writer.file, writer.text);
    if (writer.how === 'rewrite') original.writeFileSync(writer.file, writer.text);
    if (writer.how === 'fd') original.writeSync(fd, writer.text);
  }
  if (matches(fail?.step, name)) throw Object.assign(new Error(`made up: ${fail.code}`), { code: fail.code });
  if (killAt === steps) {
    if (half) writeHalf?.();
    process.kill(process.pid, signal ?? 'SIGKILL');
  }
}

fs.openSync = (path, flags, ...rest) => {
  if (isWatched(path) && flags !== 'r') step('create', path);
  return original.openSync(path, flags, ...rest);
};
for (const name of ['linkSync', 'renameSync']) {
  fs[name] = (from, to) => {
    if (isWatched(to)) step(name.slice(0, -'Sync'.length), name === 'renameSync' ? from : to);
    return original[name](from, to);
  };
}
promises.unlink = async (path) => {
  if (isWatched(path)) step('unlink', path);
  return unlink(path);
};
promises.open = async (path, ...rest) => {
  if (isWatched(path) && matches(fail?.step, `open ${basename(path)}`)) {
    throw Object.assign(new Error(`made up: ${fail.code}`), { code: fail.code });
  }
  const handle = await open(path, ...rest);
  if (!isWatched(path)) return handle;
  if (foreign && rest[0] === 'r+') {
    const stat = handle.stat.bind(handle);
    handle.stat = async (options) => Object.assign(await stat(options), { uid: 4242n });
  }
  for (const name of ['write', 'sync', 'chmod', 'chown']) {
    const method = handle[name].bind(handle);
    handle[name] = async (...args) => {
      step(name, path, name === 'write' && (() => original.writeSync(handle.fd, args[0], args[1], args[2] >> 1)));
      return method(...args);
    };
  }
  return handle;
};
