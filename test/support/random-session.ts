/**
 * Random sessions for property tests: what the runtimes write, in every order they never would, with faults of the
 * entries (`random-faults.ts`) and damage of the text (`random-damage.ts`) on top. Arbitraries of fast-check, so that
 * a failure shrinks to few entries with few faults.
 */
import fc from 'fast-check';
import type { CheckOptions, Target } from '../../core';
import {
  type Block,
  buildSession,
  call,
  image,
  type Model,
  models,
  opaque,
  reasoning,
  redactedThinking,
  type SessionBuilder,
  text,
  thinking,
  usage,
} from './build-session';
import { anyDamage, applyDamage } from './random-damage';
import { anyFault, applyFault, type Row } from './random-faults';

/** A file under test; printed as its text where an assertion fails. */
export interface RandomFile {
  readonly bytes: Uint8Array;
  readonly [fc.toStringMethod]: () => string;
}

const modelName = fc.constantFrom(...(Object.keys(models) as (keyof typeof models)[]));
/** A place in what is there already; read modulo its length. */
const place = fc.nat(999);

const words = ['List the folder.', 'Zähle die Zeilen 🙂', 'a "quoted" \\ path\nand a second line', '[Mon 09:00] again'];
const word = fc.nat(words.length - 1);

const callSketch = fc.record({
  id: fc.constantFrom('toolu', 'toolu', 'toolu', 'responses', 'nine', 'kimi', 'long', 'same', 'empty'),
  name: fc.constantFrom('exec', 'exec', 'read', 'not a name', ''),
  args: fc.constantFrom('whole', 'whole', 'whole', 'none', 'recoverable', 'torn', 'input'),
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('user' as const),
      word,
      form: fc.constantFrom('list', 'list', 'string', 'image', 'blank', 'foreign session'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      model: fc.option(modelName, { freq: 6 }),
      thinking: fc.constantFrom(
        ...['none', 'none', 'none', 'signed', 'unsigned', 'blank', 'redacted', 'lost', 'reasoning', 'field', 'same'],
      ),
      text: fc.constantFrom('text', 'text', 'none', 'blank'),
      calls: fc.array(callSketch, { maxLength: 3 }),
      stop: fc.constantFrom('usual', 'usual', 'usual', 'error', 'aborted', 'length', 'stop', 'toolUse'),
      answers: fc.oneof(fc.constant('all' as const), fc.array(fc.nat(2), { maxLength: 3 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('result' as const),
      call: place,
      form: fc.constantFrom('text', 'other', 'stand-in', 'blank', 'image', 'string'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('branch' as const), from: fc.option(place, { freq: 8 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('compaction' as const),
      from: place,
      summary: fc.constantFrom('They listed a folder.', ' '),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leaf' as const), target: place, append: fc.option(place) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('model' as const), model: modelName, how: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['side', 'mirror', 'bash', 'custom', 'custom message', 'label', 'branch summary'] as const),
        ...(['session info', 'unknown', 'hook message'] as const),
      ),
      at: place,
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const sketch = fc.record({
  version: fc.constantFrom(3, 3, 3, 2, 1),
  model: modelName,
  steps: fc.array(step, { maxLength: 12 }),
});

/** A session as runtimes could have written it, give or take: no damage, but its turns may stand in any order. */
function build({ version, model, steps }: typeof sketch extends fc.Arbitrary<infer T> ? T : never): SessionBuilder {
  const session = buildSession({ version, model: models[model] });
  const known: Known = { ids: [], calls: [] };
  for (const [nth, one] of steps.entries()) write(session, one, nth, known);
  return session;
}

/** What steps may refer to. */
interface Known {
  readonly ids: string[];
  readonly calls: { readonly id: string; readonly name: string }[];
}

function write(session: SessionBuilder, one: Step, nth: number, known: Known): void {
  const idAt = (at: number) => known.ids[at % known.ids.length];
  switch (one.kind) {
    case 'user':
      user(session, words[one.word]!, one.form);
      break;
    case 'turn':
      turn(session, one, nth, known);
      break;
    case 'result': {
      const made = known.calls[one.call % known.calls.length];
      result(session, made ?? { id: 'toolu_nowhere', name: 'exec' }, nth, one.form);
      break;
    }
    case 'branch':
      session.branchFrom(one.from === null ? null : (idAt(one.from) ?? null));
      return;
    case 'compaction':
      session.compaction(idAt(one.from) ?? 'nothing', one.summary);
      break;
    case 'leaf':
      session.leaf(
        idAt(one.target) ?? null,
        one.append === null ? {} : { appendParentId: idAt(one.append) ?? null, appendMode: 'side' },
      );
      break;
    case 'model': {
      const model: Model = models[one.model];
      if (one.how === 0) session.modelChange(model);
      else if (one.how === 1) session.modelSnapshot(model);
      else session.thinkingLevel('high');
      break;
    }
    case 'side':
      session.user('A note beside it.', { entry: { appendMode: 'side' } });
      break;
    case 'mirror':
      session.transcriptOnly('Delivered.');
      break;
    case 'bash':
      session.bash('ls', 'README.md', one.at % 2 === 0 ? {} : { message: { excludeFromContext: true } });
      break;
    case 'custom':
      session.custom('openclaw.cache-ttl', { timestamp: 1 });
      break;
    case 'custom message':
      session.customMessage('openclaw.runtime-context', one.at % 2 === 0 ? 'Context.' : [text('Context.'), image()]);
      break;
    case 'label':
      session.label(idAt(one.at) ?? 'nothing', 'mark');
      break;
    case 'branch summary':
      session.branchSummary(idAt(one.at) ?? 'root', 'What was tried.');
      break;
    case 'session info':
      session.sessionInfo('A name');
      break;
    case 'unknown':
      session.entry('checkpoint', { data: { nested: [1, { two: null }] } });
      break;
    case 'hook message':
      session.message({ role: 'hookMessage', customType: 'hook', content: 'Hooked.', display: true });
      break;
  }
  known.ids.push(session.lastId);
}

function user(session: SessionBuilder, said: string, form: string): void {
  const provenance = { kind: 'inter_session', sourceSessionKey: 'agent:main:main' };
  if (form === 'string') session.user(said, { message: { content: said } });
  else if (form === 'image') session.user([text(said), image('image/jpeg')]);
  else if (form === 'blank') session.user([text(' ')]);
  else session.user(said, form === 'foreign session' ? { message: { provenance } } : {});
}

function turn(session: SessionBuilder, one: Step & { kind: 'turn' }, nth: number, known: Known): void {
  const made = one.calls.map(({ id, name }, at) => ({ id: callId(id, nth * 10 + at), name }));
  const blocks = [
    ...thoughts(one.thinking, nth),
    ...(one.text === 'none' ? [] : [text(one.text === 'blank' ? '\n' : `Answer ${nth}.`)]),
    ...one.calls.map(({ args }, at) => callBlock(made[at]!, args)),
  ];
  const { stop } = one;
  session.assistant(blocks, {
    ...(one.model !== null && models[one.model]),
    ...(stop !== 'usual' && { stopReason: stop }),
    ...(stop === 'error' && { usage: usage(0, 0), message: { errorMessage: 'overloaded' } }),
  });
  known.calls.push(...made);
  const answers = one.answers === 'all' ? made.keys() : one.answers;
  for (const at of answers) {
    const answered = made[at];
    if (answered !== undefined) result(session, answered, nth, 'text');
  }
}

function thoughts(form: string, nth: number): Block[] {
  switch (form) {
    case 'none':
      return [];
    case 'unsigned':
      return [thinking(`Thought ${nth}.`, undefined, { thinkingSignature: '' })];
    case 'blank':
      return [thinking('', ' ')];
    case 'redacted':
      return [redactedThinking(opaque(`redacted ${nth}`))];
    case 'lost':
      return [redactedThinking('')];
    case 'reasoning':
      return [reasoning(`rs_${nth}`, `Thought ${nth}.`)];
    case 'field':
      return [thinking(`Thought ${nth}.`, 'reasoning_content')];
    case 'same':
      return [thinking('The same thought.')];
    default:
      return [thinking(`Thought ${nth}.`)];
  }
}

function callId(form: string, number: number): string {
  switch (form) {
    case 'responses':
      return `call_${number}|fc_${number}`;
    case 'nine':
      return `call${String(number).padStart(5, '0')}`;
    case 'kimi':
      return `functions.exec:${number}`;
    case 'long':
      return `call_${number}_${'x'.repeat(80)}`;
    case 'same':
      return 'toolu_same';
    case 'empty':
      return '';
    default:
      return `toolu_${number}`;
  }
}

function callBlock({ id, name }: { id: string; name: string }, args: string): Block {
  switch (args) {
    case 'none':
      return call(id, name, undefined, { arguments: undefined });
    case 'recoverable':
      return call(id, name, undefined, { arguments: undefined, partialJson: '{"command":"ls"}' });
    case 'torn':
      return call(id, name, {}, { partialJson: '{"command":"l' });
    case 'input':
      return { type: 'toolUse', id, name, input: { command: 'ls' } };
    default:
      return call(id, name, { command: 'ls' });
  }
}

function result(session: SessionBuilder, made: { id: string; name: string }, nth: number, form: string): void {
  const toolName = made.name;
  switch (form) {
    case 'stand-in':
      session.result(made.id, 'aborted', { toolName, isError: true });
      break;
    case 'blank':
      session.result(made.id, [], { toolName });
      break;
    case 'image':
      session.result(made.id, [text('Read it.'), image('image/gif')], { toolName });
      break;
    case 'string':
      session.result(made.id, [], { toolName, message: { content: `output ${nth}` } });
      break;
    default:
      session.result(made.id, `output ${nth}`, { toolName: form === 'other' ? 'another' : toolName });
  }
}

function toFile(content: string | Uint8Array): RandomFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { bytes, [fc.toStringMethod]: () => `\n${Buffer.from(bytes).toString('latin1')}` };
}

/** Sessions with faults in their entries: each line is one JSON object. */
export const faultySession: fc.Arbitrary<RandomFile> = fc
  .record({ sketch, faults: fc.array(anyFault, { maxLength: 4 }) })
  .map(({ sketch: drawn, faults }) => {
    const rows: Row[] = build(drawn)
      .lines()
      .map((line) => JSON.parse(line));
    for (const fault of faults) applyFault(rows, fault);
    return toFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  });

/** The same with damage of the text on top. */
export const damagedSession: fc.Arbitrary<RandomFile> = fc
  .record({ file: faultySession, damages: fc.array(anyDamage, { maxLength: 3 }) })
  .map(({ file, damages }) => toFile(damages.reduce(applyDamage, file.bytes)));

/** Bytes that never were a session, some of them with the look of one. */
export const anyBytes: fc.Arbitrary<RandomFile> = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(
        '{"',
        '"',
        '}',
        '[',
        '\\',
        '\0',
        '\n',
        '\r\n',
        '\ufeff',
        '{"type":"session","cwd":"/"',
        '"id":"a"',
      ),
      fc.constantFrom(
        '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}\n',
        '{"type":"message","id":"a","parentId":"a","timestamp":"","message":null}\n',
        '{"type":"leaf","id":"l","parentId":null,"timestamp":"","targetId":"a"}',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => toFile(parts.join('')));

const target: fc.Arbitrary<Target> = modelName.map((name) => ({
  ...models[name],
  level: 'high',
  own: false,
  guessedApi: false,
}));

/** What a session is checked with. */
export const anyOptions: fc.Arbitrary<CheckOptions> = fc.record(
  {
    profile: fc.constantFrom('documented', 'openclaw-2026.5.7', 'pi'),
    targets: fc.array(target, { maxLength: 2 }),
    fileName: fc.constantFrom('/home/me/.openclaw/agents/main/sessions/abc.jsonl'),
  },
  { requiredKeys: [] },
);
