import { buildSession } from '../../support/build-session';
import { file, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' }).user('List it.', { id: 'a' }).assistant('One file.', { id: 'b' });
const [header = '', a = '', b = ''] = session.lines();
const newer = (version: unknown) => set(header, '/version', version);

testRule('unknown-version', {
  silent: [
    { name: 'version 3', text: session.text() },
    { name: 'version 2', text: buildSession({ version: 2 }).user('Hi.').text() },
    { name: 'version 1', text: buildSession({ version: 1 }).user('Hi.').text() },
    { name: 'a version that is no number, which is an invalid entry', text: file(newer('9'), a, b) },
    { name: 'no header', text: file(a, b) },
    { name: 'a newer version in a second header', text: file(header, a, newer(4), b) },
    { name: 'a header behind an entry, which is said alone', text: file(a, newer(4), b) },
    { name: 'a header without an id, which is said alone', text: file(set(newer(4), '/id', undefined), a, b) },
  ],
  reports: [
    {
      name: 'the next version',
      text: file(newer(4), a, b),
      findings: [{ line: 1, path: '/version', fixes: [] }],
      fixed: file(newer(4), a, b),
    },
    { name: 'a version between', text: file(newer(3.1), a, b), findings: [{ line: 1, path: '/version', fixes: [] }] },
    {
      name: 'the other rules stay on',
      text: file(newer(4), a, set(b, '/parentId', 'gone')),
      findings: [{ line: 1, path: '/version' }],
      // The branch begins with the answer, which its broken link says.
      others: ['dangling-parent'],
      fixed: file(newer(4), a, b),
    },
    {
      name: 'blank lines before the header',
      text: file('', newer(99), a, b),
      findings: [{ line: 2, path: '/version' }],
    },
  ],
});

testMarks('unknown-version', [{ name: 'the version', text: file(newer(40), a, b), marks: ['40'] }]);
