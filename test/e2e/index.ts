import { runAll, type Test } from './harness';
import { activationTests } from './tests/activation';
import { commandTests } from './tests/commands';
import { configurationTests } from './tests/configuration';
import { crashTests } from './tests/crash';
import { diskTests } from './tests/disk';
import { documentTests } from './tests/documents';
import { fixTests } from './tests/fixes';
import { keyboardTests } from './tests/keyboard';
import { pictureTests } from './tests/pictures';
import { previewTests } from './tests/preview';
import { problemTests } from './tests/problems';
import { replayTests } from './tests/replay';
import { restrictedTests } from './tests/restricted';
import { hasWindow } from './window';

/** Tests that need nothing but the extension host. */
const INSIDE: readonly Test[] = [...problemTests, ...fixTests, ...documentTests, ...configurationTests, ...crashTests];

/** Tests that also need somebody who sees the window and presses keys. */
const WITH_WINDOW: readonly Test[] = [
  ...activationTests,
  ...commandTests,
  ...previewTests,
  ...replayTests,
  ...diskTests,
  ...keyboardTests,
  ...pictureTests,
];

/** VS Code calls this in its extension host. */
export function run(): Promise<void> {
  if (process.env.TRANSCRIPT_HYGIENE_E2E_RUN === 'restricted') return runAll(restrictedTests);
  return runAll([...INSIDE, ...(hasWindow ? WITH_WINDOW : [])]);
}
