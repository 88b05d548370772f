/** SARIF 2.1.0, for code scanning and SARIF viewers. */
import {
  type FileReport,
  type FormatOptions,
  type Report,
  type ReportFinding,
  type ReportRange,
  shown,
} from '../report';
import { relativeUri } from './relative-path';

const LEVELS = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

export function sarif(report: Report, options: FormatOptions): string {
  const indexes = new Map(options.rules.map((rule, index) => [rule.id, index]));
  const failed = report.files.filter((file) => file.error !== undefined);
  const run = {
    tool: {
      driver: {
        name: 'transcript-hygiene',
        semanticVersion: options.toolVersion,
        rules: options.rules.map((rule) => ({
          id: rule.id,
          shortDescription: { text: rule.summary },
          help: { text: rule.description, markdown: rule.description },
          defaultConfiguration: { level: LEVELS[rule.severity] },
        })),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: failed.length === 0,
        ...(failed.length > 0 && {
          toolExecutionNotifications: failed.map((file) => ({
            level: 'error',
            message: { text: `${file.file}: ${file.error}` },
          })),
        }),
      },
    ],
    results: report.files.flatMap((file) =>
      shown(file, options.quiet).map((finding) => resultOf(file, finding, indexes.get(finding.rule), options.cwd)),
    ),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(file: FileReport, finding: ReportFinding, ruleIndex: number | undefined, cwd: string) {
  const artifactLocation = { uri: relativeUri(file.file, cwd) };
  const preferred = finding.fixes.find((fix) => fix.preferred);
  return {
    ruleId: finding.rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: { artifactLocation, region: regionOf(finding) },
        ...(finding.path !== '' && { logicalLocations: [{ fullyQualifiedName: finding.path, kind: 'member' }] }),
      },
    ],
    ...(finding.targets.length > 0 && { properties: { targets: finding.targets } }),
    ...(preferred &&
      finding.replacements && {
        fixes: [
          {
            description: { text: preferred.safe ? preferred.title : `${preferred.title} (lossy)` },
            artifactChanges: [
              {
                artifactLocation,
                replacements: finding.replacements.map((replacement) => ({
                  deletedRegion: regionOf(replacement),
                  insertedContent: { text: replacement.text },
                })),
              },
            ],
          },
        ],
      }),
  };
}

function regionOf({ line, column, endLine, endColumn }: ReportRange) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
