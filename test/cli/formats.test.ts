/** The formats, from a made-up report, so that their escaping and order are seen whole. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compact } from '../../cli/formats/compact';
import { github } from '../../cli/formats/github';
import { json } from '../../cli/formats/json';
import { pretty } from '../../cli/formats/pretty';
import { sarif } from '../../cli/formats/sarif';
import { type FileReport, type FormatOptions, type ReportFinding, reportOf } from '../../cli/report';

const finding = (
  line: number,
  severity: ReportFinding['severity'],
  more: Partial<ReportFinding> = {},
): ReportFinding => ({
  rule: 'torn-record',
  severity,
  line,
  column: 2,
  endLine: line,
  endColumn: 9,
  path: '/message/content/0',
  message: 'It is torn.',
  targets: [],
  fixes: [],
  ...more,
});

const file = (name: string, findings: readonly ReportFinding[], more: Partial<FileReport> = {}): FileReport => ({
  file: name,
  dialect: 'openclaw',
  findings,
  ...more,
});

const options: FormatOptions = {
  color: false,
  quiet: false,
  hints: true,
  cwd: '/project',
  toolVersion: '1.2.3',
  rules: [{ id: 'torn-record', summary: 'Torn.', severity: 'error', description: 'A *torn* record.' }],
  run: 'check',
  again: 'sessions',
};

const lossy = { title: 'Cut it', safe: false, preferred: true };
const other = { title: 'Keep it', safe: true, preferred: false };

describe('compact', () => {
  it('is one line a finding, whatever is in it', () => {
    const report = reportOf([file('a\nb.jsonl', [finding(3, 'error', { message: 'two\nlines\u001b[2J' })])]);
    assert.equal(compact(report, options), 'a\\u000ab.jsonl:3:2: error torn-record two\\u000alines\\u001b[2J\n');
  });
});

describe('json', () => {
  it('has the documented fields in their order, and no other', () => {
    const replacements = [{ line: 1, column: 1, endLine: 1, endColumn: 1, text: '' }];
    const report = reportOf([
      file('a.jsonl', [finding(3, 'error', { fixes: [lossy], replacements })], { error: 'no' }),
    ]);
    assert.deepEqual(JSON.parse(json(report, options)), {
      version: 1,
      files: [
        {
          file: 'a.jsonl',
          dialect: 'openclaw',
          findings: [
            {
              rule: 'torn-record',
              severity: 'error',
              line: 3,
              column: 2,
              endLine: 3,
              endColumn: 9,
              path: '/message/content/0',
              message: 'It is torn.',
              targets: [],
              fixes: [{ title: 'Cut it', safe: false, preferred: true }],
            },
          ],
          error: 'no',
        },
      ],
      summary: { files: 1, errors: 1, warnings: 0, informations: 0, hints: 0 },
    });
  });
});

describe('github', () => {
  it('escapes, puts the worst files first and keeps the order inside a file', () => {
    const report = reportOf([
      file('mild.jsonl', [finding(1, 'hint')]),
      file('bad.jsonl', [finding(2, 'information'), finding(5, 'error'), finding(6, 'warning')]),
      file('/project/100%,a:b.jsonl', [finding(9, 'error', { message: '50% of\r\nit: a, b' })]),
      file('gone.jsonl', [], { error: 'no such file' }),
    ]);
    assert.equal(
      github(report, options),
      [
        '::error file=gone.jsonl,title=transcript-hygiene::gone.jsonl: no such file',
        '::notice file=bad.jsonl,line=2,col=2,endLine=2,endColumn=9,title=torn-record::It is torn.',
        '::error file=bad.jsonl,line=5,col=2,endLine=5,endColumn=9,title=torn-record::It is torn.',
        '::warning file=bad.jsonl,line=6,col=2,endLine=6,endColumn=9,title=torn-record::It is torn.',
        '::error file=100%25%2Ca%3Ab.jsonl,line=9,col=2,endLine=9,endColumn=9,title=torn-record::50%25 of%0D%0Ait: a, b',
        '::notice file=mild.jsonl,line=1,col=2,endLine=1,endColumn=9,title=torn-record::It is torn.',
        '2 errors, 1 warning, 1 information, 1 hint in 4 files',
        '',
      ].join('\n'),
    );
    assert.equal(github(reportOf([file('a.jsonl', [])]), options), '');
  });
});

describe('sarif', () => {
  const replacements = [{ line: 3, column: 2, endLine: 3, endColumn: 9, text: '\n' }];
  const report = reportOf([
    file('/project/my sessions/ä#1.jsonl', [
      finding(3, 'information', { fixes: [lossy, other], replacements, targets: ['a/b:c'] }),
    ]),
    file('/elsewhere/b.jsonl', [finding(1, 'error', { path: '' })], { error: 'gone' }),
  ]);
  const log = JSON.parse(sarif(report, options));
  const [run] = log.runs;

  it('names version, tool, rules and the unit of columns', () => {
    assert.equal(log.version, '2.1.0');
    assert.equal(run.columnKind, 'utf16CodeUnits');
    assert.deepEqual(run.tool.driver, {
      name: 'transcript-hygiene',
      semanticVersion: '1.2.3',
      rules: [
        {
          id: 'torn-record',
          shortDescription: { text: 'Torn.' },
          help: { text: 'A *torn* record.', markdown: 'A *torn* record.' },
          defaultConfiguration: { level: 'error' },
        },
      ],
    });
  });

  it('has relative URIs, regions, targets and the preferred fix', () => {
    const artifactLocation = { uri: 'my%20sessions/%C3%A4%231.jsonl' };
    const region = { startLine: 3, startColumn: 2, endLine: 3, endColumn: 9 };
    assert.deepEqual(run.results[0], {
      ruleId: 'torn-record',
      ruleIndex: 0,
      level: 'note',
      message: { text: 'It is torn.' },
      locations: [
        {
          physicalLocation: { artifactLocation, region },
          logicalLocations: [{ fullyQualifiedName: '/message/content/0', kind: 'member' }],
        },
      ],
      properties: { targets: ['a/b:c'] },
      fixes: [
        {
          description: { text: 'Cut it (lossy)' },
          artifactChanges: [
            { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: '\n' } }] },
          ],
        },
      ],
    });
    assert.equal(run.results[1].locations[0].physicalLocation.artifactLocation.uri, 'file:///elsewhere/b.jsonl');
  });

  it('says which files failed', () => {
    assert.deepEqual(run.invocations, [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: '/elsewhere/b.jsonl: gone' } }],
      },
    ]);
  });
});

describe('pretty', () => {
  it('groups by file and says what can be done, for which target, and what to run next', () => {
    const findings = [finding(3, 'error', { fixes: [lossy, other], targets: ['a/b:c'] }), finding(12, 'hint')];
    const report = reportOf([file('a.jsonl', findings), file('b.jsonl', [], { dialect: null }), file('c.jsonl', [])]);
    assert.equal(
      pretty(report, options),
      [
        'a.jsonl',
        '   3:2  error        It is torn.  torn-record',
        '        fix (lossy): Cut it',
        '        fix (safe, offered in VS Code): Keep it',
        '        for: a/b:c',
        '  12:2  hint         It is torn.  torn-record',
        '',
        '1 error, 1 hint in 3 files (1 not recognised as an agent transcript)',
        '1 can be fixed with some loss, too: transcript-hygiene fix --lossy sessions',
        '',
      ].join('\n'),
    );
  });

  it('says after fix what was done and why something is left', () => {
    const findings = [
      finding(3, 'error', { fixes: [lossy] }),
      finding(4, 'warning', { fixes: [other] }),
      finding(5, 'error'),
    ];
    const fixed = [{ rule: 'nul-bytes', line: 10, title: 'Cut zero bytes' }];
    const report = reportOf([file('a.jsonl', findings, { fixed, backup: 'a.jsonl.bak-1-2', notes: ['is a link'] })]);
    assert.equal(
      pretty(report, { ...options, run: 'fixed' }),
      [
        'a.jsonl',
        '  fixed  line 10  Cut zero bytes  nul-bytes',
        '  backup a.jsonl.bak-1-2',
        '  note   is a link',
        '  remaining',
        '  3:2  error        It is torn.  torn-record',
        '       not fixed, it loses something: Cut it (--lossy does it)',
        '  4:2  warning      It is torn.  torn-record',
        '       not fixed, it is for you to choose in VS Code: Keep it',
        '  5:2  error        It is torn.  torn-record',
        '       not fixed: there is no automatic fix',
        '',
        '1 fixed; 2 errors, 1 warning left in 1 file',
        '1 can be fixed with some loss: transcript-hygiene fix --lossy sessions',
        '',
      ].join('\n'),
    );
  });
});
