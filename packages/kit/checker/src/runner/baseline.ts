import { readFile, writeFile } from 'node:fs/promises'
import { ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { verdictOf } from './to-result.ts'

/** Reads the keys of known findings; empty if the file does not exist. Throws {@link ConfigurationError}. */
export const readBaseline = async (path: string): Promise<ReadonlySet<string>> =>
  new Set((await readEntries(path)).keys())

/** The entries of a baseline by key, with manually added fields. */
const readEntries = async (path: string): Promise<ReadonlyMap<string, JsonObject>> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return new Map()
  try {
    const { findings } = JSON.parse(text) as { readonly findings?: unknown }
    if (Array.isArray(findings))
      return new Map(
        findings.flatMap((entry) =>
          isObject(entry) && typeof entry['key'] === 'string' ? [[entry['key'], entry] as const] : [],
        ),
      )
  } catch {
    // The code below reports this like any other invalid content.
  }
  throw new ConfigurationError(`The baseline ${path} cannot be read; write it again with --update-baseline.`)
}

/** Writes all places of all findings as known, in a stable order. Keeps manually added fields of an entry, such as `reason`. */
export const writeBaseline = async (path: string, { findings }: CheckResult): Promise<void> => {
  const present = await readEntries(path).catch(() => new Map<string, JsonObject>())
  const entries = findings
    .flatMap(({ check, places }) =>
      places.map(({ key, message }) => ({ ...present.get(key), key, check, message })),
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await writeFile(path, `${JSON.stringify({ findings: entries }, null, 2)}\n`)
}

/** Removes known findings from a result. A finding stays if any of its places is new. `known` counts the removed places. */
export const withoutKnown = (
  result: CheckResult,
  baseline: ReadonlySet<string>,
): { readonly result: CheckResult; readonly known: number } => {
  const findings = withoutKnownPlaces(result.findings, baseline)
  const verdict = verdictOf(findings, result.coverage.responses.share, result.skipped, result.obstacles)
  return {
    result: { ...result, findings, verdict },
    known: countPlaces(result.findings) - countPlaces(findings),
  }
}

const countPlaces = (findings: readonly ReportedFinding[]): number =>
  findings.flatMap(({ places }) => places).length

/** The findings with only their new places. */
export const withoutKnownPlaces = (
  findings: readonly ReportedFinding[],
  baseline: ReadonlySet<string>,
): readonly ReportedFinding[] =>
  findings.flatMap((finding) => {
    const places = finding.places.filter(({ key }) => !baseline.has(key))
    return places.length === 0 ? [] : [{ ...finding, places }]
  })
