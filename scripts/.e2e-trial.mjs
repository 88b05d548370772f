import { runE2e } from './lib/e2e.mjs';
console.log(await runE2e({pictures:'/tmp/pictures'}));
