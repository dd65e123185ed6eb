import { readFile, writeFile } from 'node:fs/promises'
import { ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, FindingPlace } from '../core/check-result.ts'
import { isObject } from '@contract-kit/json-schema/json'
import { verdictOf } from './to-result.ts'

/** Reads the keys of the known and accepted findings; none if there is no file yet. Throws {@link ConfigurationError}. */
export const readBaseline = async (path: string): Promise<ReadonlySet<string>> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return new Set()
  try {
    const { findings } = JSON.parse(text) as { readonly findings?: unknown }
    if (Array.isArray(findings))
      return new Set(
        findings.flatMap((entry) =>
          isObject(entry) && typeof entry['key'] === 'string' ? [entry['key']] : [],
        ),
      )
  } catch {
    // The code below reports it, like any other content that is no baseline.
  }
  throw new ConfigurationError(`The baseline ${path} cannot be read; write it again with --update-baseline.`)
}

/** Writes every place of every finding as known, in an order that is the same in each run. */
export const writeBaseline = async (path: string, { findings }: CheckResult): Promise<void> => {
  const entries = findings
    .flatMap(({ check, places }) => places.map(({ key, message }) => ({ key, check, message })))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await writeFile(path, `${JSON.stringify({ findings: entries }, null, 2)}\n`)
}

/** The result without known findings. A finding stays as long as one of its places is new. `known` counts the omitted places. */
export const withoutKnown = (
  result: CheckResult,
  baseline: ReadonlySet<string>,
): { readonly result: CheckResult; readonly known: number } => {
  const isNew = ({ key }: FindingPlace): boolean => !baseline.has(key)
  const findings = result.findings.flatMap((finding) => {
    const places = finding.places.filter(isNew)
    return places.length === 0 ? [] : [{ ...finding, places }]
  })
  const places = result.findings.flatMap((finding) => finding.places)
  const verdict = verdictOf(findings, result.coverage.responses.share, result.skipped, result.obstacles)
  return { result: { ...result, findings, verdict }, known: places.length - places.filter(isNew).length }
}
