/** All commands by id. The folder is loaded when the first of them runs, not at activation. */
import type { CommandId } from '../command-ids';
import type { Command } from '../context';
import { checkFileOnDisk } from './check-file-on-disk';
import { checkWorkspace } from './check-workspace';
import { applyFixes, discardFixes, fixAllLossy } from './fix-all-lossy';
import { explainRule, getStarted, openSample } from './pages';
import {
  comparePreview,
  copyPreview,
  previewAgain,
  previewReplay,
  revealInPreview,
  savePreview,
  showPreviewChanges,
  togglePreviewImages,
} from './preview-replay';
import { copyDebugInformation, restartServer, showOutput, traceServer } from './server-commands';
import { createSettingsFile, ignoreRule } from './settings-file';
import { setSeverity } from './severity';
import { showConfiguration } from './show-configuration';
import { stopTreating, treatAsTranscript } from './treat';

export const COMMANDS: Readonly<Record<CommandId, Command>> = {
  applyFixes,
  checkFileOnDisk,
  checkWorkspace,
  comparePreview,
  copyDebugInformation,
  copyPreview,
  createSettingsFile,
  discardFixes,
  explainRule,
  fixAllLossy,
  getStarted,
  ignoreRule,
  openSample,
  previewAgain,
  previewReplay,
  restartServer,
  revealInPreview,
  savePreview,
  setSeverity,
  showConfiguration,
  showOutput,
  showPreviewChanges,
  stopTreating,
  togglePreviewImages,
  traceServer,
  treatAsTranscript,
};
