import { buildSession, call } from '../../support/build-session';
import { testRule } from '../../support/rule-tester';

const sound = buildSession()
  .user('List it.')
  .assistant([call('toolu_1', 'exec', {})])
  .result('toolu_1', 'a\n');

const afterFailure = buildSession()
  .user('Fetch it.')
  .assistant('Fetching.', { stopReason: 'error', message: { errorMessage: 'stream closed' } })
  .result('toolu_1', 'late', { toolName: 'fetch' })
  .user('Are you there?');

testRule('orphan-tool-result', {
  silent: [{ name: 'a result right behind its call', text: sound.text() }],
  reports: [
    {
      name: 'a result whose call was never written is taken out, and its children move to its parent',
      text: afterFailure.text(),
      findings: [{ line: 4, path: '/message/toolCallId', fixes: ['lossy'] }],
    },
  ],
});
