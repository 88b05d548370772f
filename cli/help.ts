/** The texts around the lists of options. */

export const EXAMPLES = `Checks and repairs the session files (.jsonl) of AI agents such as OpenClaw and pi.

Examples:
  transcript-hygiene check ~/.openclaw/agents             all sessions below a folder
  transcript-hygiene check 'sessions/**/*.jsonl' --target anthropic:claude-sonnet-4-5
  transcript-hygiene fix --diff session.jsonl             shows what would change
  transcript-hygiene fix session.jsonl                    keeps a backup beside it
  cat session.jsonl | transcript-hygiene fix - > fixed.jsonl
  transcript-hygiene repair session.jsonl                 what OpenClaw does on opening
  transcript-hygiene preview session.jsonl                what the model would be sent
`;

export const CHECK_EXAMPLES = `Examples:
  transcript-hygiene check .                              all sessions below this folder
  transcript-hygiene check 'logs/**/*.jsonl' '!**/old/**' --fail-on warning
  transcript-hygiene check --target mistral:mistral-large-latest session.jsonl
  transcript-hygiene check --format sarif --output-file hygiene.sarif .
`;

export const FIX_EXAMPLES = `Examples:
  transcript-hygiene fix --diff session.jsonl             shows what would change
  transcript-hygiene fix .                                keeps a backup beside each file
  transcript-hygiene fix --lossy session.jsonl            also what loses something
  cat session.jsonl | transcript-hygiene fix - > fixed.jsonl
`;

export const REPAIR_EXAMPLES = `Examples:
  transcript-hygiene repair session.jsonl
  transcript-hygiene repair --mode 2026.5.18 --format json session.jsonl
`;

export const PREVIEW_EXAMPLES = `Examples:
  transcript-hygiene preview session.jsonl                for the model the session would go on with
  transcript-hygiene preview session.jsonl --provider anthropic --model claude-sonnet-4-5
  transcript-hygiene preview session.jsonl --show messages --format json
`;

export const NOTES = `
Settings come from the command line, then from the nearest .transcript-hygiene.json at or above each
file, then from the defaults; the first that sets a key decides it (of "rules" each rule by itself).
Exit codes: 0 clean, 1 findings at or above --fail-on, 2 something could not be run.
`;
