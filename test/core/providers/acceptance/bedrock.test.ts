/** What Bedrock's Converse api refuses. */
import { BEDROCK_CHECKS } from '../../../../core/providers/acceptance/bedrock';
import { png, testChecks } from '../../../support/check-tester';

const user = { role: 'user', content: [{ text: 'Go.' }] };
const says = (...content: readonly object[]) => ({ role: 'assistant', content });
const answers = (...content: readonly object[]) => ({ role: 'user', content });
const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'read', input: {} } });
const result = (toolUseId: string, status = 'success', content: readonly object[] = [{ text: 'Done.' }]) => ({
  toolResult: { toolUseId, status, content },
});
const image = (bytes: string, format = 'png') => ({ image: { source: { bytes }, format } });
const reasoning = (signature?: string) => ({ reasoningContent: { reasoningText: { text: 'Hm.', signature } } });
const SMALL = png(2, 2);
const toolConfig = { tools: [] };

testChecks(
  BEDROCK_CHECKS,
  { provider: 'amazon-bedrock', api: 'bedrock-converse-stream', modelId: 'anthropic.claude-sonnet-4-5' },
  [
    {
      check: 'bedrock/blank-text',
      refused: { messages: [user, says({ text: 'a' }), answers({ text: '' }, { text: ' ' })] },
      at: ['/messages/2/content/0', '/messages/2/content/1'],
      says: /The text field in the ContentBlock object at messages\.2\.content\.[01] is blank/,
      accepted: { messages: [user] },
    },
    {
      check: 'bedrock/blank-result-text',
      refused: { messages: [user, says(use('a')), answers(result('a', 'success', [{ text: '' }]))] },
      at: ['/messages/2/content/0/toolResult/content/0'],
      says: /is blank\. Add text to the text field, and try again/,
      accepted: { messages: [user, says(use('a')), answers(result('a'))] },
    },
    {
      check: 'bedrock/empty-message',
      refused: { messages: [answers()] },
      at: ['/messages/0'],
      says: /The content field in the Message object at messages\.0 is empty/,
      accepted: { messages: [user] },
    },
    {
      check: 'bedrock/result-without-call',
      refused: { messages: [user, says(use('a')), answers(result('a'), result('a'), result('b'))] },
      at: ['/messages/2/content/1', '/messages/2/content/2'],
      says: /toolResult blocks at messages\.2\.content exceeds the number of toolUse blocks of previous turn/,
      accepted: { messages: [user, says(use('a'), use('b')), answers(result('b'), result('a'))] },
    },
    {
      check: 'bedrock/call-without-result',
      refused: { messages: [user, says(use('a'), use('b')), answers(result('b'))] },
      at: ['/messages/1/content/0'],
      says: /Expected toolResult blocks at messages\.2\.content for the following Ids: a/,
      accepted: { messages: [user, says(use('a')), answers(result('a'))] },
    },
    {
      check: 'bedrock/empty-error-result',
      refused: { messages: [user, says(use('a')), answers(result('a', 'error', []))] },
      at: ['/messages/2/content/0/toolResult'],
      says: /The content field at messages\.2\.content\.0\.toolResult cannot be empty when status value is error/,
      accepted: { messages: [user, says(use('a')), answers(result('a', 'success', []))] },
    },
    {
      check: 'bedrock/tools-declared',
      refused: { messages: [user, says(use('a')), answers(result('a'))] },
      at: ['/messages/1/content/0'],
      says: /The toolConfig field must be defined when using toolUse and toolResult content blocks/,
      accepted: { toolConfig, messages: [user, says(use('a')), answers(result('a'))] },
    },
    {
      check: 'bedrock/mixed-turn',
      refused: { messages: [user, says(use('a')), answers(result('a'), { text: 'And?' })] },
      at: ['/messages/2'],
      says: /Conversation blocks and tool result blocks cannot be provided in the same turn/,
      accepted: { messages: [user, says(use('a')), answers(result('a'), { cachePoint: { type: 'default' } })] },
    },
    {
      check: 'bedrock/first-message',
      refused: { messages: [says({ text: 'Hello.' }), user] },
      at: ['/messages/0'],
      says: /A conversation must start with a user message/,
      accepted: { messages: [user] },
    },
    {
      check: 'bedrock/last-message',
      refused: { messages: [user, says({ text: 'Hello.' })] },
      at: ['/messages/1'],
      says: /A conversation must end with a user message/,
      accepted: { messages: [user, says({ text: 'Hello.' }), user] },
    },
    {
      check: 'bedrock/alternation',
      refused: { messages: [user, user] },
      at: ['/messages/1'],
      says: /must alternate between user and assistant roles/,
      accepted: { messages: [user, says({ text: 'a' }), user] },
    },
    {
      check: 'bedrock/signature-for-claude',
      refused: { messages: [user, says(reasoning('c2ln')), user] },
      at: ['/messages/1/content/0/reasoningContent/reasoningText/signature'],
      says: /This model doesn't support the reasoningContent\.reasoningText\.signature field/,
      accepted: { messages: [user, says(reasoning()), user] },
      target: { modelId: 'amazon.nova-pro' },
    },
    {
      check: 'bedrock/thinking-signature',
      refused: { messages: [user, says(reasoning('reasoning_content')), user] },
      at: ['/messages/1/content/0/reasoningContent/reasoningText/signature'],
      says: /messages\.1\.content\.0: Invalid `signature` in `thinking` block/,
      accepted: { messages: [user, says(reasoning('c2ln')), user] },
    },
    {
      check: 'bedrock/thinking-repeated',
      refused: { messages: [user, says(reasoning('c2ln')), user, says(reasoning('c2ln')), user] },
      at: ['/messages/3/content/0'],
      says: /in the latest assistant message cannot be modified/,
      accepted: { messages: [user, says(reasoning('c2ln')), user, says(reasoning('b3RoZXI=')), user] },
    },
    {
      check: 'bedrock/image-type',
      refused: { messages: [user, says(use('a')), answers(result('a', 'success', [image(SMALL, 'jpeg')]))] },
      at: ['/messages/2/content/0/toolResult/content/0'],
      says: /Image does not match the provided media type image\/jpeg/,
      accepted: { messages: [answers(image(SMALL))] },
    },
    {
      check: 'bedrock/image-data',
      refused: { messages: [answers(image('%%%%'))] },
      at: ['/messages/0/content/0'],
      says: /Could not process image/,
      accepted: { messages: [answers(image(SMALL))] },
    },
  ],
);
