import { glob } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { selectDocuments } from '../config/load-config.ts'
import { count } from '../count.ts'
import {
  changeIgnoreFile,
  type IgnoredPlace,
  type IgnoreFile,
  judgeFindings,
  readIgnoreFile,
  renderUnused,
} from '../ignore-file.ts'
import { InputError } from '../input-error.ts'
import { type LintFinding, lintFiles, printFindings } from '../lint/lint-documents.ts'
import { renderReport } from '../lint/render-report.ts'
import { toChoice, type VerbDescription } from './verb.ts'

const formats = ['stylish', 'codeframe', 'markdown', 'checkstyle', 'codeclimate', 'github-actions'] as const

interface LintOptions {
  readonly format?: (typeof formats)[number]
  readonly all?: true
  readonly generateIgnoreFile?: true
}

export const lint: VerbDescription<LintOptions> = {
  example: 'contract lint --format github-actions',
  options: (command) =>
    command
      .option(
        '--format <format>',
        `list every finding in a format of Redocly: ${formats.join(', ')}; default: grouped by rule`,
        toChoice('--format', formats),
      )
      .option('--all', 'list every finding of every rule')
      .option(
        '--generate-ignore-file',
        `accept the current findings in ${ignoreFile.name}, so that only new ones fail`,
      ),
  async run(names, { format, all = false, generateIgnoreFile = false, json, config }, context) {
    const { cwd, stderr } = context.terminal
    const { root, documents, lint: settings = {} } = await selectDocuments(cwd, names, config)
    const { failOnWarnings = true, files: patterns = [] } = settings
    const others = names.length === 0 ? await expand(root, patterns) : []
    const sources = [...documents.map(({ source }) => source), ...others]
    context.progress(`Linting ${count(sources.length, 'file')}`)
    const { findings, mistakes } = await lintFiles(root, sources)
    for (const mistake of mistakes) context.progress(`warning: ${mistake}`)

    const entries = await readIgnoreFile(root, ignoreFile)
    // A run of one document does not cover the files of the others.
    const isLinted = (file: string): boolean =>
      names.length === 0 || sources.some((source) => resolve(root, file) === source)
    const { reported, ignored, unused } = judgeFindings(findings, placeOf, entries, isLinted)
    if (generateIgnoreFile) {
      // Redocly ignores no finding without a pointer.
      const places = reported.map(placeOf).filter(({ place }) => place !== '')
      return await changeIgnoreFile(root, ignoreFile, places, unused)
    }

    const problems = reported.map(({ problem }) => problem)
    const errors = problems.filter(({ severity }) => severity === 'error').length
    const warnings = problems.length - errors
    const passed = errors === 0 && (warnings === 0 || !failOnWarnings)
    const counts = `${count(errors, 'error')}, ${count(warnings, 'warning')}`
    const summary = [
      ...(unused.length === 0 ? [] : [renderUnused(ignoreFile, 'lint', unused, all)]),
      ignored.length === 0 ? counts : `${counts}, ${ignored.length} ignored by ${ignoreFile.name}`,
      ...(passed || entries.length > 0 ? [] : [firstDay]),
    ]
      .map((part) => `${part}\n`)
      .join('')
    // A consumer of a format may accept nothing else.
    if (format !== undefined && json !== true) stderr.write(summary)
    return {
      passed,
      text:
        format === undefined
          ? `${renderReport(problems, cwd, all)}${summary}`
          : printFindings(reported, format, root),
      data: {
        errors,
        warnings,
        problems,
        ignored: ignored.map(([{ problem }, { reason }]) => ({
          ...problem,
          ...(reason !== undefined && { reason }),
        })),
        unused,
      },
    }
  },
}

/** In Redocly's format, so that `redocly lint` can read it too. */
const ignoreFile: IgnoreFile = {
  name: '.redocly.lint-ignore.yaml',
  places: 'JSON Pointers',
  banner: ` Findings that "contract lint" and "redocly lint" do not report. A comment behind a pointer is its reason.
 "contract lint --generate-ignore-file" adds all current findings, and removes stale entries.`,
}

const placeOf = ({ problem: { file, rule, pointer } }: LintFinding): IgnoredPlace => ({
  document: file,
  rule,
  place: pointer,
})

const firstDay = 'To fail only for new findings, run "contract lint --generate-ignore-file" once.'

/** The files that match patterns such as `workflows/*.arazzo.yaml`. Throws if a pattern matches none. */
async function expand(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const pattern of patterns) {
    const found: string[] = []
    for await (const file of glob(pattern, { cwd: root })) found.push(file)
    if (found.length === 0)
      throw new InputError(`No file matches "${pattern}" in lint.files of the configuration.`)
    files.push(...found.toSorted().map((file) => (isAbsolute(file) ? file : join(root, file))))
  }
  return files
}
