import { writeJson } from '@contract-kit/json-schema/json'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import type { Settings } from '../core/settings.ts'
import { toHar } from './har.ts'
import { toHtml } from './html.ts'
import { toJunit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { writeOverlay } from './overlay.ts'
import { toSarif } from './sarif.ts'

/** All report formats. */
const FORMATS = {
  json: (result: CheckResult) => `${writeJson(toJsonReport(result), 2)}\n`,
  junit: toJunit,
  html: toHtml,
  har: (result: CheckResult) => `${JSON.stringify(toHar(result), null, 2)}\n`,
  sarif: (result: CheckResult) => `${JSON.stringify(toSarif(result), null, 2)}\n`,
  markdown: toMarkdown,
  overlay: writeOverlay,
} satisfies Record<ReportKind, (result: CheckResult, path: string) => string>

/**
 * Writes one report and creates its folders. Resolves with its path as given. Throws {@link ConfigurationError} if it cannot be written.
 */
export const writeReport = async (
  { kind, path }: ReportTarget,
  result: CheckResult,
  cwd: string = process.cwd(),
): Promise<string> => {
  await writeText('report', path, FORMATS[kind](result, path), cwd)
  return path
}

/** Writes a file and creates its folders. Throws {@link ConfigurationError} if it cannot be written. */
export const writeText = async (what: string, path: string, text: string, cwd: string): Promise<void> => {
  const file = resolve(cwd, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    throw new ConfigurationError(
      `The ${what} ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

export type ReportKind = keyof NonNullable<Settings['reports']>

export const reportKinds = Object.keys(FORMATS) as readonly ReportKind[]

/** A report to write, and its path. */
export interface ReportTarget {
  readonly kind: ReportKind
  readonly path: string
}

/** A finding without its raw exchanges, whose credentials are not masked. */
type JsonFinding = Omit<ReportedFinding, 'exchange' | 'sent' | 'shown'>

interface JsonReport extends Omit<CheckResult, 'findings'> {
  readonly findings: readonly JsonFinding[]
}

/** The result as plain data. */
export const toJsonReport = (result: CheckResult): JsonReport => ({
  ...result,
  findings: result.findings.map(({ exchange: _exchange, sent: _sent, shown: _shown, ...finding }) => finding),
})
