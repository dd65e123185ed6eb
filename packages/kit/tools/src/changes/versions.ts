import { adviceFor } from './advice.ts'
import type { Change, Impact } from './change.ts'

/**
 * How a document counts its versions:
 * - `semver`: 1.2.3.
 * - `major-minor`: 1.2. A change of wording needs no new version.
 * - `date`: 2026-11-25. Every change that affects programs needs a new version.
 * - `none`: the version has no meaning.
 */
export type Versioning = 'semver' | 'major-minor' | 'date' | 'none'

/**
 * Checks whether `version` is correct for a document with `changes` since the version `released`. Returns a sentence
 * for each problem.
 */
export function judgeVersion(
  versioning: Versioning,
  released: string,
  version: string,
  changes: readonly Change[],
): readonly string[] {
  if (versioning === 'none') return []
  const [before, now] = [partsOf(versioning, released), partsOf(versioning, version)]
  if (now === undefined || before === undefined)
    return [`Version \`${now === undefined ? version : released}\` is not of the form ${forms[versioning]}.`]
  const step = now.findIndex((part, index) => part !== before[index])
  if ((now[step] ?? 0) < (before[step] ?? 0))
    return [`Version ${version} is older than ${released}, which is released.`]
  return changes.flatMap((change) => {
    if (isSaid(versioning, change.impact, step)) return []
    const next = nextVersion(versioning, before, change.impact)
    const { place, what, impact, example } = change
    const { breaks, fix } = adviceFor(change.rule)
    const proof = example === undefined ? '' : ` For example ${shorten(example)}.`
    return impact === 'major'
      ? [`${place}: ${what} ${breaks}${proof} ${fix}, or make it ${next}.`]
      : [`${place}: ${what} It is compatible, but changes more than wording: make it ${next}.`]
  })
}

const forms: Readonly<Record<Exclude<Versioning, 'none'>, string>> = {
  semver: '1.2.3',
  'major-minor': '1.2',
  date: '2026-11-25',
}

function partsOf(versioning: Versioning, version: string): readonly number[] | undefined {
  const patterns = {
    semver: /^(\d+)\.(\d+)\.(\d+)$/,
    'major-minor': /^(\d+)\.(\d+)$/,
    date: /^(\d{4})-(\d\d)-(\d\d)$/,
    none: /^/,
  }
  return patterns[versioning].exec(version)?.slice(1).map(Number)
}

/** Whether the incremented part of the version matches the changes. `step` is its index, -1 for none. */
function isSaid(versioning: Versioning, impact: Impact, step: number): boolean {
  if (impact === 'patch') return true
  if (versioning === 'date') return step !== -1
  return impact === 'major' ? step === 0 : step === 0 || step === 1
}

function nextVersion(
  versioning: Versioning,
  [major = 0, minor = 0]: readonly number[],
  impact: Impact,
): string {
  if (versioning === 'date') return 'a version of today'
  const [first, second] = impact === 'major' ? [major + 1, 0] : [major, minor + 1]
  return `version ${first}.${second}${versioning === 'semver' ? '.0' : ''}`
}

/** An example in a sentence, in 100 characters at most. */
export function shorten(example: string): string {
  return example.length > 100 ? `${example.slice(0, 97)}...` : example
}
