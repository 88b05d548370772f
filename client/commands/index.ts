/** All commands by id. The folder is loaded when the first of them runs, not at activation. */
import type { CommandId } from '../command-ids';
import type { Command } from '../context';
import { checkFileOnDisk } from './check-file-on-disk';
import { checkWorkspace } from './check-workspace';
import { applyFixes, discardFixes, fixAllLossy } from './fix-all-lossy';
import { explainRule, getStarted, openSample } from './pages';
import { copyDebugInformation, restartServer, showOutput, traceServer } from './server-commands';
import { createSettingsFile, ignoreRule } from './settings-file';
import { setSeverity } from './severity';
import { showConfiguration } from './show-configuration';
import { stopTreating, treatAsTranscript } from './treat';

export const COMMANDS: Readonly<Record<CommandId, Command>> = {
  applyFixes,
  checkFileOnDisk,
  checkWorkspace,
  copyDebugInformation,
  createSettingsFile,
  discardFixes,
  explainRule,
  fixAllLossy,
  getStarted,
  ignoreRule,
  openSample,
  restartServer,
  setSeverity,
  showConfiguration,
  showOutput,
  stopTreating,
  traceServer,
  treatAsTranscript,
};
