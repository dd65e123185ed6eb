/** One test of a report, with the rows that it claims to prove. */
export interface ReportedTest {
  readonly title: string
  readonly file: string
  /** The status from Vitest: `passed`, `failed`, `skipped`, `pending` or `todo`. */
  readonly status: string
  readonly rules: readonly string[]
}

/** Returns the tests of a Vitest JSON report, or undefined if the text is not such a report. */
export function parseReport(text: string): ReportedTest[] | undefined {
  const files = readJson(text)?.['testResults']
  if (!Array.isArray(files)) return undefined
  return files.filter(isRecord).flatMap((file) => {
    const results = file['assertionResults']
    return Array.isArray(results) ? results.filter(isRecord).map((result) => toTest(file, result)) : []
  })
}

type JsonRecord = Readonly<Record<string, unknown>>

function toTest(file: JsonRecord, result: JsonRecord): ReportedTest {
  const meta = result['meta']
  return {
    title: String(result['fullName']),
    file: String(file['name']),
    status: String(result['status']),
    rules: toRuleIds(isRecord(meta) ? meta['rules'] : undefined),
  }
}

/** Keeps any value other than a list as one unknown ID, so that the mistake is reported. */
function toRuleIds(rules: unknown): string[] {
  if (rules === undefined) return []
  return Array.isArray(rules) ? rules.map(String) : [JSON.stringify(rules)]
}

function readJson(text: string): JsonRecord | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return isRecord(data) ? data : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}
