import fc from 'fast-check';
import { check, fixAll, SessionDocument } from '/work/main/core';
import { faultySession, anyOptions } from '/work/main/test/support/random-session';
import { assertFixKeepsPromises } from '/work/main/test/support/fix-properties';
const MINE = new Set('empty-error-turn blank-user-turn blank-text-block empty-tool-result stop-reason-mismatch consecutive-turns assistant-first trailing-assistant transcript-only-turn unmarked-inter-session inbound-metadata orphan-tool-result missing-tool-result misplaced-tool-result duplicate-tool-result duplicate-tool-call-id incomplete-tool-call invalid-tool-call-id tool-name-mismatch open-call-at-end unsigned-thinking invalid-thinking-signature duplicate-thinking thinking-only-turn orphan-reasoning stale-reasoning thought-signature invalid-image image-mime-mismatch oversize-image'.split(' '));
const n = Number(process.argv[2] ?? 300), seed = Number(process.argv[3] ?? 1);
const seen = new Map<string, { count: number; example: string }>();
const note = (k: string, e: string) => { const x = seen.get(k); if (x) { x.count++; if (e.length < x.example.length) x.example = e; } else seen.set(k, { count: 1, example: e }); };
let fixes = 0;
for (const [file, options] of fc.sample(fc.tuple(faultySession, anyOptions), { numRuns: n, seed })) {
  const d = SessionDocument.fromBytes(file.bytes);
  let fs;
  try { fs = check(d, options).findings; } catch (e) { note(`check crash ${(e as Error).stack?.split('\n').slice(0,3).join('|')}`, d.toString()); continue; }
  for (const f of fs) {
    if (!MINE.has(f.rule)) continue;
    for (const x of f.fixes) {
      fixes++;
      try { assertFixKeepsPromises(d, options, f, x); } catch (e) {
        const m = (e as Error).message;
        const rules = [...m.matchAll(/\b[a-z]+(?:-[a-z]+)+\b/g)].map((y) => y[0]).filter((r) => MINE.has(r));
        note(`${f.rule} [${x.title.replace(/\d+/g, 'N').replace(/"[^"]*"/g, '"…"').slice(0, 50)}] ${m.split('\n')[0]!.replace(/\d+/g, 'N').replace(/"[^"]*"/g, '"…"').slice(0, 110)} → ${[...new Set(rules)].slice(0,4).join()}`, `line ${f.location.line + 1} profile ${options.profile} targets ${JSON.stringify(options.targets?.map(t=>t.provider+'/'+t.api+':'+t.model))}\n` + m.slice(0, 700) + '\n' + d.toString().replace(/"usage":\{.*?\}\},?/g,'').replace(/"data":"[^"]{80,}"/g,'"data":"…"'));
      }
    }
  }
  for (const lossy of [false, true]) {
    try { const r = fixAll(d, { ...options, lossy }); if (r.stopped) note(`fixall stopped ${r.stopped.join()}`, d.toString()); } catch (e) { note(`fixall crash ${(e as Error).stack?.split('\n').slice(0,3).join('|')}`, d.toString()); }
  }
}
console.log('fixes', fixes);
for (const [k, { count, example }] of [...seen].sort((a, b) => b[1].count - a[1].count)) { console.log(count, k); if (process.argv[4]) console.log(example.split('\n').slice(0, Number(process.argv[4])).map((l) => '     ' + l.slice(0, 300)).join('\n')); }
