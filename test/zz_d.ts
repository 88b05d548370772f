import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { writeFileSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { anyReplayCase } from './support/random-messages';
import { NO_SHRINKER, NOW } from './support/replay';
import { resolvePolicy, allowThinkingReplay } from '../core/replay/policy';
import { traceList, isRole } from '../core/replay/traced';
import { CONVERT, CHECK, VALIDATE } from '../core/replay/stages';
import { heartbeat } from '../core/replay/passes/heartbeat';
import { historyLimit } from '../core/replay/passes/history-limit';
import { outgoingCallIds } from '../core/replay/passes/call-ids';
async function main() {
const seed = Number(process.argv[2] ?? 1), n = Number(process.argv[3] ?? 500);
const cases = fc.sample(anyReplayCase, { seed, numRuns: n }) as any[];
const ins:any[] = [], ours:any[] = [];
const run = async (ps:any, m:any, ctx:any) => { for (const p of ps) if (p.runsWhen(ctx)) m = (await p.run(m, ctx)).messages; return m; };
const j = (m:any) => JSON.parse(JSON.stringify(m.map((x:any)=>x.value)));
for (const k of cases) {
  const policy = resolvePolicy(k, 'openclaw-2026.5.7');
  const api = k.modelApi ?? '';
  const ctx:any = { policy, profile:'openclaw-2026.5.7', provider:k.provider??'', api, modelId:k.modelId??'', targetName:'x', modelChanged:false, thinkingLevel:'off', allowedToolNames:k.allowedToolNames??[], historyLimit:2, now:()=>NOW, shrinker:NO_SHRINKER };
  const traced = traceList(k.messages);
  const converted = await run(CONVERT, traced, ctx);
  const checked = await run(CHECK, converted, ctx);
  const as = (m:any)=>m.filter((x:any)=>isRole(x,'assistant')).length;
  const dist = policy.validateAnthropicTurns || as(checked)<as(converted);
  const check = checked!==converted && dist ? await run(VALIDATE, checked, ctx) : checked;
  const o:any = { boundary: j(await run(CONVERT.slice(0,3), traced, ctx)), heartbeat: j(await run([heartbeat], traced, ctx)), limit: j(await run([historyLimit], traced, ctx)), check: j(check) };
  if (policy.toolCallIdMode && policy.sanitizeToolCallIds) o.ids = j(await run([{...outgoingCallIds, runsWhen:()=>true}], converted, ctx));
  ours.push(o);
  ins.push({ messages: k.messages, converted: j(converted), policy, api, allowed: k.allowedToolNames?.map((x:string)=>x.trim()).filter(Boolean), thinking: allowThinkingReplay(policy, api) });
}
writeFileSync('/tmp/p/d_in.json', JSON.stringify(ins));
const { NODE_OPTIONS: _, ...env } = process.env;
execFileSync('/tmp/node24/node_modules/.bin/node', ['/tmp/oracle-replay/d.mjs','/tmp/p/d_in.json','/tmp/p/d_out.json'], { env });
const theirs = JSON.parse(readFileSync('/tmp/p/d_out.json','utf8'));
const counts:any = {}; const shown:any = {};
for (let i=0;i<n;i++) for (const key of Object.keys(theirs[i])) {
  const same = isDeepStrictEqual(ours[i][key], theirs[i][key]);
  counts[key] ??= [0,0]; counts[key][same?0:1]++;
  if (!same) { const size = JSON.stringify(ins[i]).length; if (!shown[key] || size < shown[key].size) shown[key] = { size, i }; }
}
console.log(counts);
for (const [key, {i}] of Object.entries(shown) as any) console.log('\n##', key, JSON.stringify({api: ins[i].api, allowed: ins[i].allowed, policy: ins[i].policy.validateAnthropicTurns, thinking: ins[i].thinking}), '\nin', JSON.stringify(key==='check'||key==='ids'?ins[i].converted:ins[i].messages), '\nours', JSON.stringify(ours[i][key]), '\nthem', JSON.stringify(theirs[i][key]));
}
main();
