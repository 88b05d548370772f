import type { Pass } from './pass';
import { antigravityThinking } from './passes/antigravity-thinking';
import { assistantFirst } from './passes/assistant-first';
import { blankText } from './passes/blank-text';
import { callIds, firstCallIds, outgoingCallIds } from './passes/call-ids';
import { callInputs } from './passes/call-inputs';
import { danglingCalls } from './passes/dangling-calls';
import { embeddedResults } from './passes/embedded-results';
import { heartbeat } from './passes/heartbeat';
import { historyLimit } from './passes/history-limit';
import { images } from './passes/images';
import { interSession } from './passes/inter-session';
import { mergeAssistants, mergeUsers } from './passes/merge-turns';
import { modelMessages } from './passes/model-messages';
import { openaiCallPairs } from './passes/openai-call-pairs';
import { openaiReasoning, outgoingOpenaiReasoning } from './passes/openai-reasoning';
import { outgoingCallInputs } from './passes/outgoing-call-inputs';
import { genericPairing, pairing, responsesPairing } from './passes/pairing';
import { reasoningHistory } from './passes/reasoning-history';
import { resultDetails } from './passes/result-details';
import { runtimeContext } from './passes/runtime-context';
import { thinkingHistory } from './passes/thinking-history';
import { thoughtSignatures } from './passes/thought-signatures';
import { trailingAssistants } from './passes/trailing-assistants';
import { turnNormalisation } from './passes/turn-normalisation';
import { unsignedThinking } from './passes/unsigned-thinking';
import { staleUsage, usageSnapshots } from './passes/usage';

// The order of the passes is that of OpenClaw 2026.5.7 (`replay.md`).

/** Part B, passes 1 to 16: what a run does to the context it loads. Nothing between 14 and 16 changes messages. */
export const SANITIZE: readonly Pass[] = [
  interSession,
  turnNormalisation,
  firstCallIds,
  thoughtSignatures,
  images,
  blankText,
  unsignedThinking,
  antigravityThinking,
  reasoningHistory,
  thinkingHistory,
  callInputs,
  responsesPairing,
  openaiReasoning,
  openaiCallPairs,
  callIds,
  genericPairing,
  resultDetails,
  staleUsage,
  usageSnapshots,
  assistantFirst,
];

/** Part C, passes 18 and 19. */
export const VALIDATE: readonly Pass[] = [mergeAssistants, danglingCalls, mergeUsers];

/** Part C, what a run does behind validation, passes 20a and 20b among it. */
export const LIMIT: readonly Pass[] = [heartbeat, historyLimit, pairing];

/** Pass 21, before every call of the model. */
export const CONVERT: readonly Pass[] = [turnNormalisation, resultDetails, runtimeContext, modelMessages];

/** Passes 22 to 24. */
export const CHECK: readonly Pass[] = [outgoingCallInputs, embeddedResults, trailingAssistants];

/** Pass 26. */
export const FINISH: readonly Pass[] = [
  outgoingOpenaiReasoning,
  openaiCallPairs,
  outgoingCallIds,
  reasoningHistory,
  thinkingHistory,
];

/** What is left of these stages where nobody sanitizes: pi converts messages, no more (`session-format.md` 8). */
export const PI_CONVERT: readonly Pass[] = [modelMessages];
