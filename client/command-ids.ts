/** The commands that package.json contributes, without their prefix. Nothing else stands here: it is loaded at activation. */
export const COMMAND_IDS = [
  'applyFixes',
  'checkFileOnDisk',
  'checkWorkspace',
  'comparePreview',
  'copyDebugInformation',
  'copyPreview',
  'createSettingsFile',
  'discardFixes',
  'explainRule',
  'fixAllLossy',
  'getStarted',
  'ignoreRule',
  'openSample',
  'previewAgain',
  'previewReplay',
  'restartServer',
  'revealInPreview',
  'savePreview',
  'setSeverity',
  'showConfiguration',
  'showOutput',
  'showPreviewChanges',
  'stopTreating',
  'togglePreviewImages',
  'traceServer',
  'treatAsTranscript',
] as const;

export type CommandId = (typeof COMMAND_IDS)[number];

/** The full name of a command, as VS Code knows it. */
export function commandName(id: CommandId): string {
  return `transcriptHygiene.${id}`;
}
