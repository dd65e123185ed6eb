import { join, relative } from 'node:path'
import { count } from '../count.ts'
import type { LintProblem } from './lint-documents.ts'

/** The number of findings up to which all are listed. */
const shortReport = 20

/** How many of a rule's findings a longer report lists. */
const listed = 2

/**
 * Findings by rule, errors first, then the rules with the most of them. Each rule has its count and the page that explains it. In a long
 * report, only some findings of a rule are listed, unless `isWhole`. `folder` is the working directory of the user.
 */
export function renderReport(problems: readonly LintProblem[], folder: string, isWhole: boolean): string {
  const groups = [...Map.groupBy(problems, ({ rule, severity }) => `${severity} ${rule}`).values()]
  const isLong = !isWhole && problems.length > shortReport
  return groups
    .toSorted((a, b) => rank(a) - rank(b) || b.length - a.length)
    .map((group) => `${renderGroup(group, folder, isLong)}\n`)
    .join('')
}

const rank = ([first]: readonly LintProblem[]): number => (first?.severity === 'error' ? 0 : 1)

function renderGroup(group: readonly LintProblem[], folder: string, isLong: boolean): string {
  const [first] = group
  if (first === undefined) return ''
  const noun = first.severity === 'error' ? 'error' : 'warning'
  const heading = [count(group.length, noun), first.rule, findPage(first.rule, folder)]
  // "and 1 more" would take as much space as the finding.
  const shown = isLong && group.length > listed + 1 ? group.slice(0, listed) : group
  const lines = shown.map((problem) => `  ${placeIn(problem)}  ${problem.message}`)
  const rest = group.length - shown.length
  return [
    heading.filter((part) => part !== undefined).join('  '),
    ...lines,
    ...(rest === 0 ? [] : [`  and ${rest} more (--all)`]),
  ].join('\n')
}

/** For a document on one line, line numbers are useless. */
const placeIn = ({ file, line, column, pointer }: LintProblem): string =>
  line === 1 ? `${file}${pointer}` : `${file}:${line}:${column}`

/** The page of a rule; undefined for one of another plugin. */
function findPage(rule: string, folder: string): string | undefined {
  const own = /^contract\/(.+)$/.exec(rule)?.[1]
  if (own !== undefined) {
    const page = join(import.meta.dirname, '../../docs/rules', `${own}.md`)
    const near = relative(folder, page)
    return near.startsWith('..') ? page : near
  }
  if (rule.includes('/')) return undefined
  const part = ofAnyDescription.has(rule) ? 'common' : ofArazzo.test(rule) ? 'arazzo' : 'oas'
  return `https://redocly.com/docs/cli/rules/${part}/${rule}`
}

const ofAnyDescription: ReadonlySet<string> = new Set([
  'no-duplicated-enum-values',
  'no-enum-type-mismatch',
  'no-mixed-number-range-constraints',
  'no-required-schema-properties-undefined',
  'no-schema-type-mismatch',
  'no-unresolved-refs',
  'no-unsafe-markdown',
  'security-scopes-defined',
  'struct',
])

const ofArazzo = /^(?:criteria|outputs|parameters|requestBody|sourceDescription|step|workflow|x-security)/
