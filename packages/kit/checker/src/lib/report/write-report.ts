import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ReportTarget } from './report-target.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import type { CheckResult } from '../run/check-result.ts'
import { toHar } from './to-har.ts'
import { toHtml } from './to-html.ts'
import { toJsonReport } from './to-json-report.ts'
import { toJunit } from './to-junit.ts'

const FORMATS: Record<ReportTarget['kind'], (result: CheckResult) => string> = {
  json: (result) => `${JSON.stringify(toJsonReport(result), null, 2)}\n`,
  junit: toJunit,
  html: toHtml,
  har: (result) => `${JSON.stringify(toHar(result), null, 2)}\n`,
}

/** Writes one report, folders included; resolves with its path as given. Throws {@link ConfigurationError} where it cannot be written. */
export const writeReport = async (
  { kind, path }: ReportTarget,
  result: CheckResult,
  cwd: string = process.cwd(),
): Promise<string> => {
  const file = resolve(cwd, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, FORMATS[kind](result))
  } catch (error) {
    throw new ConfigurationError(
      `The report ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  return path
}
