import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changesPage, SHOW_SOURCE } from '../../client/previews/changes-page';
import type { PreviewDocument } from '../../server/messages';

const SOURCE = { line: 3, pointer: '/message', entry: 'a' };
const PREVIEW: PreviewDocument = {
  id: '1',
  version: 1,
  target: 'anthropic:claude',
  title: 's · anthropic · claude',
  text: '{}',
  isCut: false,
  parts: { firstLines: [], lines: [], pointers: [], entries: [], names: [] },
  changes: [],
  problems: [],
  notes: [],
};

describe('the page that tells what replay changed', () => {
  it('says that nothing was changed', () => {
    const page = changesPage(PREVIEW, 'file:///s.jsonl');
    assert.match(page, /Nothing that is known/);
    assert.match(page, /Nothing is changed on the way/);
  });

  it('groups changes by pass, and those with one sentence, each with a link to its line', () => {
    const change = (pass: string, message: string, line: number) => ({
      ...{ pass, what: 'removed', message },
      source: { ...SOURCE, line },
    });
    const changes = [change('pairing', 'Gone.', 3), change('pairing', 'Gone.', 7), change('images', 'Small.', 9)];
    const page = changesPage({ ...PREVIEW, changes }, 'file:///s.jsonl');
    assert.match(
      page,
      /<h3>pairing \(2\)<\/h3>\n<ul>\n<li>Gone\. \(removed: <a [^>]+>line 4<\/a>, <a [^>]+>line 8<\/a>\)/,
    );
    assert.match(page, /<h3>images \(1\)<\/h3>/);
    const [, query = ''] = new RegExp(`href="command:${SHOW_SOURCE}\\?([^"]+)"`).exec(page) ?? [];
    assert.deepEqual(JSON.parse(decodeURIComponent(query)), ['file:///s.jsonl', SOURCE]);
  });

  it('shows what sessions and providers say as text, never as markup', () => {
    const message = '<script>alert("x")</script> & <img src=x>';
    const page = changesPage(
      {
        ...PREVIEW,
        title: message,
        target: message,
        notes: [message],
        changes: [{ pass: message, what: message, message }],
        problems: [
          {
            check: 'c',
            message,
            what: message,
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
          },
        ],
      },
      `file:///"><script>`,
    );
    assert.doesNotMatch(page, /<script|<img/);
  });

  it('names only so many places of one sentence', () => {
    const changes = Array.from({ length: 25 }, (_, line) => ({
      ...{ pass: 'p', what: 'removed', message: 'Gone.' },
      source: { ...SOURCE, line },
    }));
    const page = changesPage({ ...PREVIEW, changes }, 'file:///s.jsonl');
    assert.match(page, /and 5 more/);
    assert.equal(page.match(/<a /g)?.length, 20);
  });
});
