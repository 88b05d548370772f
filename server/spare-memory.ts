import { Session } from 'node:inspector';

const REST = 1000;

export function memorySaver(): () => void {
  const session = new Session();
  const timer = setTimeout(() => { const t0=performance.now(); session.connect(); session.post('HeapProfiler.collectGarbage', (e)=>{const t1=performance.now(); session.disconnect(); setTimeout(()=>{const m=process.memoryUsage(); process.stderr.write('gc '+ String(e)+ (t1-t0).toFixed(0)+ JSON.stringify(m)+JSON.stringify(require('node:v8').getHeapSpaceStatistics().map((s:any)=>[s.space_name,s.space_size>>10,s.space_used_size>>10,s.physical_space_size>>10]))+'\n') },200)})}, REST);
  timer.unref();
  return () => timer.refresh();
}
