import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputFormat } from '@redocly/openapi-core'
import { type RedoclyRun, runRedocly } from '../documents/redocly.ts'
import { InputError } from '../input-error.ts'

/** One finding of a linter. */
export interface LintProblem {
  readonly rule: string
  readonly severity: 'error' | 'warn'
  readonly message: string
  /** Relative to the folder of the run. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** JSON Pointer in the file. */
  readonly pointer: string
}

const settingsNames = ['redocly.yaml', 'redocly.yml']

/**
 * Lints files by Redocly, with the settings of the folder, `redocly.yaml`; if there are none, with Redocly's recommended rules and
 * those of this package. Resolves with what it finds, and with a text in a format of Redocly, if one is named. A problem of a
 * file that several documents share is reported once. Throws an InputError if a file is no description that Redocly knows, or the
 * settings are wrong.
 */
export async function lintFiles(
  folder: string,
  files: readonly string[],
  format: OutputFormat | undefined,
): Promise<{ readonly text: string; readonly problems: readonly LintProblem[] }> {
  const own = settingsNames.map((name) => join(folder, name)).find((path) => existsSync(path))
  const scratch = await mkdtemp(join(tmpdir(), 'contract-lint-'))
  try {
    const config = own ?? join(scratch, 'redocly.yaml')
    if (own === undefined) await writeFile(config, defaultSettings())
    const names = files.map((file) => relative(folder, file))
    const run = (as: OutputFormat): Promise<RedoclyRun> =>
      runRedocly(['lint', ...names, '--config', config, '--format', as, '--max-problems', '10000'], folder)
    const json = await run('json')
    const found = readProblems(json.stdout)
    if (found === undefined) throw new InputError(explain(json.stderr || json.stdout))
    const other = format === 'stylish' ? undefined : format
    if (found.some(({ rule }) => rule === 'no-unresolved-refs')) {
      const { lintNamed } = await import('./lint-named.ts')
      const formats = ['json' as const, other].filter((one) => one !== undefined)
      const [report = '', text = ''] = await lintNamed(folder, files, config, formats)
      return show(readProblems(report) ?? [], format, text)
    }
    const isPrinted = other !== undefined && found.length > 0
    return show(found, format, isPrinted ? (await run(other)).stdout : '')
  } finally {
    await rm(scratch, { recursive: true })
  }
}

const show = (found: readonly LintProblem[], format: OutputFormat | undefined, text: string) => {
  const problems = listOnce(found)
  return { text: format === 'stylish' && problems.length > 0 ? renderProblems(problems) : text, problems }
}

function defaultSettings(): string {
  const plugin = fileURLToPath(import.meta.resolve('@contract-kit/tools/redocly-plugin'))
  // JSON is YAML.
  return JSON.stringify({
    telemetry: 'off',
    plugins: [plugin],
    extends: ['recommended', 'contract/recommended'],
  })
}

interface Report {
  readonly problems: readonly {
    readonly ruleId: string
    readonly severity: 'error' | 'warn'
    readonly message: string
    readonly location: readonly {
      readonly source: { readonly ref: string }
      readonly pointer?: string
      readonly start?: { readonly line: number; readonly col: number }
    }[]
  }[]
}

/** The problems of all reports in what Redocly prints; undefined if there is none. */
export function readProblems(text: string): readonly LintProblem[] | undefined {
  const reports = text.split(/(?<=^\})\s*(?=\{$)/m).filter((part) => part.trim() !== '')
  if (reports.length === 0 || reports.some((part) => !part.trim().startsWith('{'))) return undefined
  return reports.flatMap((part) =>
    (JSON.parse(part) as Report).problems.map(({ ruleId, severity, message, location: [place] }) => ({
      rule: ruleId,
      severity,
      message,
      file: place?.source.ref ?? '',
      line: place?.start?.line ?? 1,
      column: place?.start?.col ?? 1,
      pointer: place?.pointer ?? '',
    })),
  )
}

/** Redocly reports a file for each document that refers to it. */
function listOnce(problems: readonly LintProblem[]): readonly LintProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

/** The format `stylish` of Redocly, each file once. */
function renderProblems(problems: readonly LintProblem[]): string {
  const blocks = [...new Set(problems.map(({ file }) => file))].map((file) => {
    const found = problems.filter((problem) => problem.file === file)
    const rows = found.map(
      ({ line, column, severity, rule, message }) =>
        [`  ${line}:${column}`, severity === 'warn' ? 'warning' : severity, rule, message] as const,
    )
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
    const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    return `${file}:\n${lines.map((text) => `${text}\n`).join('')}`
  })
  return `${blocks.join('\n')}\n`
}

/** Why Redocly cannot lint, without its colors and its advice. */
function explain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape of colors
  const lines = text.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n')
  const reason = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:at |validating )/.test(line))
  return `The documents cannot be linted: ${reason.join(' ') || 'Redocly gave no reason.'}`
}
