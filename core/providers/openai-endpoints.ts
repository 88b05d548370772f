/** Which of OpenClaw's known endpoints an address is, and what follows from it (OpenClaw 2026.5.7, provider-attribution). */

export type EndpointClass =
  | 'default'
  | 'invalid'
  | 'custom'
  | 'local'
  | 'anthropic-public'
  | 'azure-openai'
  | 'cerebras-native'
  | 'chutes-native'
  | 'deepseek-native'
  | 'github-copilot-native'
  | 'google-generative-ai'
  | 'google-vertex'
  | 'groq-native'
  | 'mistral-public'
  | 'modelstudio-native'
  | 'moonshot-native'
  | 'openai-codex'
  | 'openai-public'
  | 'opencode-native'
  | 'openrouter'
  | 'xai-native'
  | 'zai-native';

/** `providerEndpoints` of the manifests of OpenClaw's bundled plugins. */
const HOSTS: ReadonlyMap<string, EndpointClass> = new Map<string, EndpointClass>([
  ['aiplatform.googleapis.com', 'google-vertex'],
  ['api.anthropic.com', 'anthropic-public'],
  ['api.cerebras.ai', 'cerebras-native'],
  ['api.deepseek.com', 'deepseek-native'],
  ['api.grok.x.ai', 'xai-native'],
  ['api.groq.com', 'groq-native'],
  ['api.mistral.ai', 'mistral-public'],
  ['api.openai.com', 'openai-public'],
  ['api.x.ai', 'xai-native'],
  ['api.z.ai', 'zai-native'],
  ['chatgpt.com', 'openai-codex'],
  ['generativelanguage.googleapis.com', 'google-generative-ai'],
  ['llm.chutes.ai', 'chutes-native'],
]);

/** A suffix that begins with `.` or `-` is the end of a host; any other is the host or a parent domain of it. */
const HOST_SUFFIXES: readonly (readonly [suffix: string, endpoint: EndpointClass])[] = [
  ['.githubcopilot.com', 'github-copilot-native'],
  ['-aiplatform.googleapis.com', 'google-vertex'],
  ['.openai.azure.com', 'azure-openai'],
  ['opencode.ai', 'opencode-native'],
  ['openrouter.ai', 'openrouter'],
];

const BASE_URLS: ReadonlyMap<string, EndpointClass> = new Map<string, EndpointClass>([
  ['https://api.moonshot.ai/v1', 'moonshot-native'],
  ['https://api.moonshot.cn/v1', 'moonshot-native'],
  ['https://coding-intl.dashscope.aliyuncs.com/v1', 'modelstudio-native'],
  ['https://coding.dashscope.aliyuncs.com/v1', 'modelstudio-native'],
  ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'modelstudio-native'],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'modelstudio-native'],
]);

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const LOCAL_SUFFIXES = ['.localhost', '.local', '.internal'];

/** An address without a scheme, such as `api.openai.com/v1`. */
const SCHEMELESS = /^[a-z0-9.[\]-]+(?::\d+)?(?:[/?#].*)?$/i;

/** The class of the endpoint at an address; `default` without an address, `invalid` where no host can be read. */
export function endpointClassOf(baseUrl: string): EndpointClass {
  const address = baseUrl.trim();
  if (address === '') return 'default';
  const url = parseAddress(address);
  if (url === null) return 'invalid';
  const host = url.hostname.toLowerCase();
  return (
    HOSTS.get(host) ??
    HOST_SUFFIXES.find(([suffix]) => isUnder(host, suffix))?.[1] ??
    BASE_URLS.get(comparable(url)) ??
    (LOCAL_HOSTS.has(host) || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix)) ? 'local' : 'custom')
  );
}

function parseAddress(address: string): URL | null {
  const candidates = SCHEMELESS.test(address) ? [address, `https://${address}`] : [address];
  const urls = candidates.filter((candidate) => URL.canParse(candidate)).map((candidate) => new URL(candidate));
  return urls.find(({ hostname }) => hostname !== '') ?? null;
}

/** An address to compare by: no query, no fragment, no slash at the end, lower case. */
function comparable(url: URL): string {
  const { href } = Object.assign(new URL(url), { hash: '', search: '' });
  return href.replace(/\/+$/, '').toLowerCase();
}

function isUnder(host: string, suffix: string): boolean {
  if (suffix.startsWith('.') || suffix.startsWith('-')) return host.endsWith(suffix);
  return host === suffix || host.endsWith(`.${suffix}`);
}

const NATIVE_OPENAI: ReadonlySet<EndpointClass> = new Set(['openai-public', 'openai-codex', 'azure-openai']);

/** Whether requests go to OpenAI, to ChatGPT's Codex backend or to Azure. */
export function isNativeOpenAIEndpoint(endpoint: EndpointClass): boolean {
  return NATIVE_OPENAI.has(endpoint);
}

/** Whether an address is configured that is none of OpenAI's own. */
export function isProxyLike(endpoint: EndpointClass): boolean {
  return endpoint !== 'default' && !isNativeOpenAIEndpoint(endpoint);
}

/** As {@link isNativeOpenAIEndpoint}; without an address the provider `openai` counts, too. */
export function isNativeOpenAIRoute(provider: string, endpoint: EndpointClass): boolean {
  return endpoint === 'default' ? provider === 'openai' : isNativeOpenAIEndpoint(endpoint);
}
