import { runAll } from './harness';
import { documentTests } from './tests/documents';
import { fixTests } from './tests/fixes';
import { pictureTests } from './tests/pictures';
import { problemTests } from './tests/problems';

/** VS Code calls this in its extension host. */
export function run(): Promise<void> {
  return runAll([...problemTests, ...fixTests, ...documentTests, ...pictureTests]);
}
