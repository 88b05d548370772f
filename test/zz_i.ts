import fc from 'fast-check';
import { anyReplayCase } from './support/random-messages';
import { plain, replayCase } from './support/replay';
import { isDeepStrictEqual } from 'node:util';
(async()=>{
const counts:any={}; const ex:any={}; let same=0;
for (const c of fc.sample(anyReplayCase,{seed:9,numRuns:3000}) as any[]) {
  const a = await replayCase(c,{profile:'openclaw-2026.5.7'}); const {priorSnapshot:_, ...rest}=c; const m=plain(a.sanitized);
  const b = await replayCase({...rest,messages:m},{profile:'openclaw-2026.5.7'});
  if (isDeepStrictEqual(plain(b.sanitized),m)) {same++;continue;}
  const i=b.changes.findIndex(x=>x.pass==='model-messages'); const before = b.changes.slice(0);
  const k=[...new Set(before.filter(x=>!['merge-users','merge-assistants','dangling-calls','model-messages','heartbeat','trailing-assistants','outgoing-call-inputs','runtime-context','embedded-results'].includes(x.pass)).map(x=>x.pass+' '+x.what))].join(',');
  counts[k]=(counts[k]??0)+1; const size=JSON.stringify(m).length; if(!ex[k]||size<ex[k].size) ex[k]={size,c:m,t:[c.provider,c.modelApi,c.modelId,c.allowedToolNames],b:plain(b.sanitized)};
}
console.log(same,counts);
for (const [k,v] of Object.entries(ex) as any) console.log('\n',k,JSON.stringify(v.t),'\n  ',JSON.stringify(v.c).slice(0,900),'\n  ',JSON.stringify(v.b).slice(0,900));
})();
