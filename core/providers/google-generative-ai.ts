/** Google's apis: the form that OpenClaw really sends, and pi's (payloads.md 6; OpenClaw 2026.5.7, pi-ai 0.73.0). */
import type { Content, GenerateContentConfig, GenerateContentParameters } from '@google/genai';
import { googleContents, googleIdRule, OWN_CONTENTS, PI_CONTENTS, signsCalls } from './google-contents';
import { OWN_THINKING, PI_THINKING, thinkingConfig, VERTEX_THINKING } from './google-thinking';
import { outputLimit } from './levels';
import { withoutCacheBoundary } from './openai-session';
import { type Converted, draftOf, type Origins } from './parts';
import { transformForOwnTransport, transformForPi } from './transform';
import { clean } from './turns';
import type { ConverterInput } from './types';

/** The body on the wire, which has names of its own for what the SDK calls `config`. */
interface OwnBody {
  contents: Content[];
  generationConfig?: Pick<GenerateContentConfig, 'temperature' | 'maxOutputTokens' | 'thinkingConfig'>;
  systemInstruction?: Content;
  tools?: GenerateContentConfig['tools'];
}

/** The body that OpenClaw's own transport sends; the model stands in the URL. */
export function toOwnGoogle(input: ConverterInput): Converted {
  const { model, messages, systemPrompt, options } = input;
  const origins: Origins = new Map();
  const turns = transformForOwnTransport(messages, model, {
    idRule: googleIdRule(model),
    keepsThoughtSignatures: signsCalls(model),
  });
  const thinking = thinkingConfig(input, OWN_THINKING);
  const generationConfig = {
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.maxTokens !== undefined && { maxOutputTokens: options.maxTokens }),
    ...(thinking && { thinkingConfig: thinking }),
  };
  const body: OwnBody = {
    contents: googleContents(turns, model, OWN_CONTENTS, origins),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...(systemPrompt && { systemInstruction: { parts: [{ text: clean(withoutCacheBoundary(systemPrompt)) }] } }),
    ...tools(input),
  };
  return draftOf(body, origins);
}

/** The object that pi hands to Google's SDK. */
export function toGoogle(input: ConverterInput): Converted {
  return piForm(input, PI_THINKING);
}

/** The same for Vertex. */
export function toVertex(input: ConverterInput): Converted {
  return piForm(input, VERTEX_THINKING);
}

function piForm(input: ConverterInput, rules: typeof PI_THINKING): Converted {
  const { model, messages, systemPrompt, options } = input;
  const origins: Origins = new Map();
  const turns = transformForPi(messages, model, googleIdRule(model));
  const thinking = thinkingConfig(input, rules);
  const limit = outputLimit(input);
  const config: GenerateContentConfig = {
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(systemPrompt && { systemInstruction: clean(systemPrompt) }),
    ...tools(input),
    ...(thinking && { thinkingConfig: thinking }),
  };
  const request: GenerateContentParameters = {
    model: model.id,
    contents: googleContents(turns, model, PI_CONTENTS, origins),
    config,
  };
  return draftOf(request, origins);
}

function tools({ tools: declared = [] }: ConverterInput): Pick<GenerateContentConfig, 'tools'> {
  if (declared.length === 0) return {};
  const functionDeclarations = declared.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return { tools: [{ functionDeclarations }] };
}
