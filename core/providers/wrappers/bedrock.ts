/** Amazon Bedrock (payloads.md 9.5; OpenClaw 2026.5.7, amazon-bedrock plugin). */
import { type Draft, type Payload, withMembers, without } from '../parts';
import type { ConverterInput } from '../types';
import { isBedrockClaude } from './parameters';
import type { Patch } from './wrapper';

const APP_PROFILE = /^arn:aws(?:-cn|-us-gov)?:bedrock:.*:application-inference-profile\//i;
const GOV_CLOUD = /bedrock-runtime\.us-gov-[a-z0-9-]+\.amazonaws\./;
const OPUS_4_7 = /(?:^|[/.:])(?:(?:us|eu|ap|apac|au|jp|global)\.)?anthropic\.claude-opus-4[.-]7(?:$|[-.:/])/i;

/** Models that cannot cache get no cache points; Opus 4.7 takes no temperature. */
export function adjustBedrock(input: ConverterInput): ConverterInput {
  const { id } = input.model;
  const isCacheable = isBedrockClaude(id.toLowerCase()) || APP_PROFILE.test(id);
  const { temperature, ...rest } = input.options;
  return {
    ...input,
    options: {
      ...rest,
      ...(temperature === undefined || OPUS_4_7.test(id) ? {} : { temperature }),
      ...(isCacheable ? {} : { cacheRetention: 'none' }),
    },
  };
}

/** Opus 4.7 has an effort above the levels of pi. */
export const setMaxEffort: Patch = (draft, { model, level }) => {
  if (level !== 'max' || !OPUS_4_7.test(model.id)) return draft;
  const fields = (draft.payload.additionalModelRequestFields ?? {}) as Payload;
  const outputConfig = { ...(fields.output_config as Payload | undefined), effort: 'max' };
  const additionalModelRequestFields = { ...fields, output_config: outputConfig };
  return { ...draft, payload: { ...draft.payload, additionalModelRequestFields } };
};

/** GovCloud refuses what says how thinking is shown; pi leaves it out by itself where the id tells the region. */
export const omitGovDisplay: Patch = (draft, { model: { baseUrl } }) => {
  const fields = draft.payload.additionalModelRequestFields as Payload | undefined;
  if (!fields?.thinking || !GOV_CLOUD.test(baseUrl)) return draft;
  const thinking = without(fields.thinking as Payload, 'display');
  return { ...draft, payload: { ...draft.payload, additionalModelRequestFields: { ...fields, thinking } } };
};

/** Names in an id by which pi itself knows a Claude that caches. */
const CACHING_NAMES = ['-4-', '-4.', 'claude-3-7-sonnet', 'claude-3-5-haiku'];

/** A profile whose id tells Claude, but not which one, gets here the cache points that pi does not set. */
export const addCachePoints: Patch = (draft, { model: { id }, input }) => {
  const lowerId = id.toLowerCase();
  const isOpaque =
    APP_PROFILE.test(id) && isBedrockClaude(lowerId) && !CACHING_NAMES.some((name) => lowerId.includes(name));
  const retention = input.options.cacheRetention ?? 'short';
  return isOpaque && retention !== 'none' ? addPoints(draft, retention === 'long') : draft;
};

function addPoints(draft: Draft, isLong: boolean): Draft {
  const { payload, origins } = draft;
  const point = { cachePoint: { type: 'default', ...(isLong ? { ttl: '1h' } : {}) } };
  const withPoint = (blocks: readonly Payload[]) =>
    blocks.some(({ cachePoint }) => cachePoint != null) ? blocks : [...blocks, point];
  const system = payload.system as readonly Payload[] | undefined;
  const messages = payload.messages as readonly Payload[];
  const last = messages.findLastIndex(({ role, content }) => role === 'user' && Array.isArray(content));
  return {
    ...draft,
    payload: {
      ...payload,
      ...(system && system.length > 0 ? { system: withPoint(system) } : {}),
      messages: messages.map((message, at) =>
        at === last
          ? withMembers(origins, message, { content: withPoint(message.content as readonly Payload[]) })
          : message,
      ),
    },
  };
}
