/** The converters by api and transport. */
import { toAnthropic, toOwnAnthropic } from './anthropic-messages';
import { toBedrock } from './bedrock-converse-stream';
import { toGoogle, toOwnGoogle, toVertex } from './google-generative-ai';
import { toMistral } from './mistral-conversations';
import { OPENAI_FAMILY } from './openai-family';
import type { Converters } from './types';

const GOOGLE: Converters = { 'pi-ai': toGoogle, openclaw: toOwnGoogle };

export const CONVERTERS: Readonly<Record<string, Converters>> = {
  ...OPENAI_FAMILY,
  'anthropic-messages': { 'pi-ai': toAnthropic, openclaw: toOwnAnthropic },
  'bedrock-converse-stream': { 'pi-ai': toBedrock },
  'google-generative-ai': GOOGLE,
  // pi 0.73.0 has no converter for these; older sessions that name them are shown by Google's rules (payloads.md 1).
  'google-antigravity': GOOGLE,
  'google-gemini-cli': GOOGLE,
  'google-vertex': { 'pi-ai': toVertex },
  'mistral-conversations': { 'pi-ai': toMistral },
};
