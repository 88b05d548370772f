/** What an editor is told of the payload a provider would get: real server, real protocol. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Hover, MarkupContent } from 'vscode-languageserver/node';
import type { NoPreview, PreviewAnswer, PreviewDocument, PreviewParams } from '../../server/messages';
import { buildSession, call, models } from '../support/build-session';
import { type ClientOptions, TestClient } from './support/client';

const URI = 'file:///s/x.jsonl';
const SESSION = buildSession()
  .user('Look.')
  .assistant([call('toolu_01', 'read', {})], models.anthropic)
  .user('Well?')
  .text();
const HAIKU = 'anthropic:claude-3-5-haiku-20241022';

async function preview(
  t: TestContext,
  params: Partial<PreviewParams> = {},
  { text = SESSION, ...options }: ClientOptions & { text?: string } = {},
): Promise<PreviewDocument | NoPreview> {
  const client = await TestClient.start(options);
  t.after(() => client.stop());
  await client.open(URI, text);
  return client.connection.sendRequest('transcriptHygiene/preview', { uri: URI, ...params });
}

async function made(...args: Parameters<typeof preview>): Promise<PreviewDocument> {
  const document = await preview(...args);
  assert.ok(!('error' in document), 'error' in document ? document.error : '');
  return document;
}

describe('the preview for a provider', () => {
  it('is the request as JSON, with the target in its title', async (t) => {
    const { text, title, target, version } = await made(t, { target: HAIKU });
    const { model, max_tokens, messages } = JSON.parse(text);
    assert.deepEqual([model, max_tokens], ['claude-3-5-haiku-20241022', 8192]);
    assert.equal(messages.length, 4);
    assert.match(title, / · anthropic · claude-3-5-haiku-20241022$/);
    assert.deepEqual([target, version], ['anthropic/anthropic-messages:claude-3-5-haiku-20241022', 1]);
  });

  it('leads from each line to the line of the session that it comes from, and says what changed on the way', async (t) => {
    const { text, parts, changes } = await made(t, { target: HAIKU });
    const lines = text.split('\n');
    const sourceOf = (words: string) => {
      const line = lines.findIndex((each) => each.includes(words));
      const part = parts.firstLines.findLastIndex((first) => first <= line);
      return [parts.lines[part], parts.names[parts.pointers[part]!], parts.names[parts.entries[part]!]];
    };
    const [user, assistant] = SESSION.split('\n').slice(1, 3);
    assert.deepEqual(sourceOf('"Look."'), [1, '/message/content/0', JSON.parse(user!).id]);
    assert.deepEqual(sourceOf('"toolu_01"'), [2, '/message/content/0', JSON.parse(assistant!).id]);
    assert.ok(changes.some(({ what, message }) => what === 'inserted' && message.length > 20));
  });

  it('names what is refused without repair, with the line at fault', async (t) => {
    const { problems } = await made(
      t,
      { target: 'openai/openai-completions:gpt-4o', before: true },
      {
        text: buildSession().user('Look.').assistant('Fine.').result('call_1', 'Read.').text(),
      },
    );
    assert.equal(problems[0]?.source?.line, 3);
  });

  it('takes facts about models from the settings, over those of the catalogue', async (t) => {
    const settings = {
      models: { [HAIKU]: { maxTokens: 500 }, 'anthropic:': {}, 'anthropic:x': { maxTokens: 'many' } },
    };
    const { text, notes } = await made(t, { target: HAIKU }, { settings });
    assert.equal(JSON.parse(text).max_tokens, 500);
    assert.ok(
      notes.every((note) => !note.includes('assumes')),
      notes.join('\n'),
    );
  });

  it('says what it assumes of a model that nobody knows', async (t) => {
    const { notes } = await made(t, { target: 'anthropic:claude-of-next-year' });
    assert.match(notes.join('\n'), /does not list anthropic\/claude-of-next-year.*assumes.*setting `models`/);
  });

  it('says why there is none', async (t) => {
    const cases: [params: Partial<PreviewParams>, text: string | undefined, error: RegExp][] = [
      [{ target: 'nothing' }, undefined, /provider/],
      [{}, '{"a":1}\n', /no agent transcript/],
    ];
    for (const [params, text, error] of cases) {
      const answer = await preview(t, params, text === undefined ? {} : { text });
      assert.match('error' in answer ? answer.error : '', error);
    }
  });
});

describe('a preview that is asked for again after an edit', () => {
  const start = async (t: TestContext) => {
    const client = await TestClient.start();
    t.after(() => client.stop());
    await client.open(URI, SESSION);
    const ask = (known?: string): Promise<PreviewAnswer> =>
      client.connection.sendRequest('transcriptHygiene/preview', { uri: URI, target: HAIKU, ...(known && { known }) });
    const edit = (line: number, words: string, text: string) => {
      const character = SESSION.split('\n')[line]!.indexOf(words);
      const end = { line, character: character + words.length };
      return client.change(URI, { range: { start: { line, character }, end }, text });
    };
    return { ask, edit };
  };

  it('says what is replaced, and that gives the text which a first one has', async (t) => {
    const { ask, edit } = await start(t);
    const { id, text: before } = await ask();
    assert.ok(typeof before === 'string');
    await edit(1, 'Look.', 'Look again, please.');
    const { text: replaced, id: next } = await ask(id);
    assert.ok(typeof replaced !== 'string');
    assert.ok(replaced.by.length < before.length / 2, replaced.by);
    const { text: whole } = await ask();
    assert.equal(before.slice(0, replaced.start) + replaced.by + before.slice(replaced.end), whole);
    assert.notEqual(next, id);
  });

  it('is whole when the client has another one than the server thinks', async (t) => {
    const { ask } = await start(t);
    await ask();
    const { text } = await ask('of another server');
    assert.equal(typeof text, 'string');
  });
});

describe('over a problem', () => {
  const hoverOf = async (
    t: TestContext,
    text: string,
    [line, words]: [number, string],
    options: ClientOptions = {},
  ) => {
    const client = await TestClient.start(options);
    t.after(() => client.stop());
    await client.open(URI, text);
    const position = { line, character: text.split('\n')[line]!.indexOf(words) };
    assert.ok(position.character >= 0);
    const hover = await client.connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri: URI },
      position,
    });
    return hover && (hover.contents as MarkupContent).value;
  };
  const blank = buildSession().user('Look.').assistant('Fine.', models.anthropic).user(' ').text();

  it('it is told what replay would make of that place, for the session’s own target and those of the settings', async (t) => {
    const shown = await hoverOf(t, blank, [3, '"content"'], { settings: { targets: ['openai:gpt-5.2'] } });
    const [first, second] = (shown ?? '').split('When OpenClaw replays this to ').slice(1);
    assert.match(first ?? '', /^`anthropic\/anthropic-messages:[^`]+`:\n\n- .+ _\(\w+, turn-normalisation\)_/);
    assert.match(second ?? '', /^`openai\/openai-responses:gpt-5\.2`:\n/);
  });

  it('it is told that replay leaves it as it is', async (t) => {
    const text = SESSION.replace('"Well?"', '"Well?\u2028"');
    assert.match((await hoverOf(t, text, [3, '\u2028'])) ?? '', /changes nothing here\./);
  });

  it('nothing is told where nothing is wrong', async (t) => {
    assert.equal(await hoverOf(t, blank, [1, 'Look.']), null);
  });
});
