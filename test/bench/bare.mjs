/** The least that any reader of such a file does: read it whole, split it, parse each line, keep nothing. */
import { readFileSync } from 'node:fs';

for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line !== '') JSON.parse(line);
}
