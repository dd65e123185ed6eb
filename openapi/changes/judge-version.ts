import { adviceFor } from './advice.ts'
import type { Change } from './change.ts'

/**
 * What is wrong with calling a contract `version` when it differs by `changes` from the one released as `released`, a
 * sentence each: a breaking change needs a major version more, a compatible one a minor version more (Semantic
 * Versioning 2.0.0). Wording needs none.
 */
export function judgeVersion(
  released: string,
  version: string,
  changes: readonly Change[],
): readonly string[] {
  const [before, now] = [partsOf(released), partsOf(version)]
  if (now === undefined || before === undefined) return [`Version \`${version}\` is not of the form 1.2.3.`]
  const step = now.findIndex((part, index) => part !== before[index])
  if ((now[step] ?? 0) < (before[step] ?? 0))
    return [`Version ${version} is older than ${released}, which is out.`]
  const [major, minor] = before
  return changes.flatMap(({ impact, rule, place, what }) => {
    if (impact === 'major' && step !== 0) {
      const { breaks, mend } = adviceFor(rule)
      return [`${place}: ${what} ${breaks} ${mend}, or make it version ${major + 1}.0.0.`]
    }
    if (impact === 'minor' && step !== 0 && step !== 1) {
      return [
        `${place}: ${what} It breaks nobody, but is more than wording: make it version ${major}.${minor + 1}.0.`,
      ]
    }
    return []
  })
}

function partsOf(version: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}
