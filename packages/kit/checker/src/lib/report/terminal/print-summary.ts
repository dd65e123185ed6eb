import type { CheckResult } from '../../run/check-result.ts'
import { counted, verdictText } from '../verdict-text.ts'
import type { Paint } from './paint.ts'

const KINDS = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const

/** The last lines: findings by check, what was covered, what was written, and the verdict. */
export const printSummary = (
  result: CheckResult,
  { replayed, paths }: { readonly replayed: string | undefined; readonly paths: readonly string[] },
  paint: Paint,
): string => {
  const { coverage, requests, durationMs, seed, findings } = result
  const shares = KINDS.map((kind) => `${kind} ${coverage[kind].reached}/${coverage[kind].total}`)
  const effort = `${counted(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`
  return [
    ...(findings.length > 1 ? [...countByCheck(result), ''] : []),
    ...(replayed === undefined ? [`Seen: ${shares.join(' · ')}`] : []),
    paint('dim', effort),
    ...paths.map((path) => paint('dim', `Written: ${path}`)),
    printVerdict(result, replayed, paint),
  ].join('\n')
}

const printVerdict = (result: CheckResult, replayed: string | undefined, paint: Paint): string => {
  if (result.verdict === 'findings') return paint(['red', 'bold'], `✗ ${verdictText(result)}`)
  if (replayed !== undefined) return paint('green', `✓ ${replayed} does not show any more`)
  return result.verdict === 'green'
    ? paint('green', `✓ ${verdictText(result)}`)
    : paint('yellow', `! ${verdictText(result)}`)
}

const countByCheck = ({ findings }: CheckResult): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { check } of findings) counts.set(check, (counts.get(check) ?? 0) + 1)
  const width = Math.max(...[...counts.values()].map((count) => String(count).length))
  return [...counts].map(([check, count]) => `${String(count).padStart(width)} × ${check}`)
}
