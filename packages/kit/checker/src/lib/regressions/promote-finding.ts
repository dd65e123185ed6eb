import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportedFinding } from '../run/check-result.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import { toRegression } from './to-regression.ts'

/**
 * Writes a finding as a regression file, `<folder>/<key>.json`, to be committed and sent again until the fault is gone. Resolves with
 * its path; undefined for a finding about the whole run, which no request shows. Credentials are not in it. Throws ConfigurationError.
 */
export const promoteFinding = async (
  finding: ReportedFinding,
  folder: string,
): Promise<string | undefined> => {
  const regression = toRegression(finding)
  if (regression === undefined) return undefined
  const path = join(folder, `${fileNameOf(finding.key)}.json`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(path, `${JSON.stringify(regression, null, 2)}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The regression file ${path} cannot be written: ${reason}`, { cause: error })
  }
  return path
}

/** The digest at the end of a key keeps two names apart that are the same in front. */
const fileNameOf = (key: string): string => {
  const name = key.replaceAll(/[^\w.-]+/g, '-')
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - DIGEST)}${name.slice(-DIGEST)}`
}

const LONGEST = 120
const DIGEST = 9
