/** One line a finding, `file:line:column: severity rule message`: for problem matchers, grep and pipes. */
import { visible } from '../output';
import { type FormatOptions, type Report, shown } from '../report';

export function compact(report: Report, options: FormatOptions): string {
  return report.files
    .flatMap((file) =>
      shown(file, options.quiet).map((finding) => {
        const place = `${visible(file.file)}:${finding.line}:${finding.column}`;
        return `${place}: ${finding.severity} ${finding.rule} ${visible(finding.message)}\n`;
      }),
    )
    .join('');
}
