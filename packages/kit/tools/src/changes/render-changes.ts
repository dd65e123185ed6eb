import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { parsePointer } from '@contract-kit/json-schema/json'
import { adviceFor } from './advice.ts'
import type { Change, Impact } from './change.ts'
import { shorten } from './versions.ts'

/** The compared documents, and the result. */
export interface Verdict {
  /** The name of the document. */
  readonly name: string
  /** The source file, relative to the working directory. */
  readonly file: string
  /** The base version and the current version. */
  readonly base: string
  readonly revision: string
  readonly changes: readonly Change[]
  /** The reasons for failure, a sentence each; empty on success. */
  readonly problems: readonly string[]
}

const titles: Readonly<Record<Impact, string>> = {
  major: 'Breaking',
  minor: 'New and changed, compatible',
  patch: 'Wording',
}

const countOf = ({ changes }: Verdict, impact: Impact): number =>
  changes.filter((change) => change.impact === impact).length

/** `openapi, 1.0.0 to 1.1.0: 0 breaking changes, 2 others, 5 of wording`. */
function summarize(verdict: Verdict): string {
  const { name, base, revision } = verdict
  const breaking = countOf(verdict, 'major')
  const counts = `${breaking} breaking change${breaking === 1 ? '' : 's'}, ${countOf(verdict, 'minor')} others, ${countOf(verdict, 'patch')} of wording`
  return `${name}, ${base} to ${revision}: ${verdict.changes.length === 0 ? 'no changes' : counts}`
}

/**
 * For a terminal: breaking changes with their effect and advice, then the others, a line each. Changes of impacts that are not
 * listed are only counted.
 */
export function renderText(verdict: Verdict, listed: readonly Impact[]): string {
  const lines = [summarize(verdict)]
  for (const change of verdict.changes) {
    const { impact, rule, place, what } = change
    if (!listed.includes(impact)) continue
    const { breaks, fix } = adviceFor(rule)
    lines.push(`  ${impact === 'major' ? 'breaking' : 'other   '}  ${place}: ${what}`)
    if (impact === 'major') lines.push(`            ${breaks} ${fix}. [${rule}]`)
    for (const line of [proofOf(change), change.decision ?? ''])
      if (line !== '') lines.push(`            ${line}`)
  }
  return [...lines, ...renderProblems(verdict)].map((line) => `${line}\n`).join('')
}

/** The evidence for a breaking change: a value, or a note that none was found. */
function proofOf({ impact, example, isUnproven }: Change, mark = ''): string {
  if (impact !== 'major') return ''
  if (example !== undefined) return `For example ${mark}${shorten(example)}${mark}${mark && '.'}`
  return isUnproven === true ? 'No value was found that shows it; rated by the meaning of the keyword.' : ''
}

function renderProblems({ problems }: Verdict): readonly string[] {
  return problems.length === 0 ? [] : ['', ...problems.map((problem) => `- ${problem}`)]
}

/** For a pull request. */
export function renderMarkdown(verdict: Verdict): string {
  const groups = (['major', 'minor'] as const).flatMap((impact) => {
    const changes = verdict.changes.filter((change) => change.impact === impact)
    if (changes.length === 0) return []
    const items = changes.map((change) => {
      const proof = proofOf(change, '`')
      const breaks = impact === 'major' ? ` ${adviceFor(change.rule).breaks}` : ''
      const decision = change.decision === undefined ? '' : ` ${change.decision}`
      return `- \`${change.place}\`: ${change.what}${breaks}${proof && ` ${proof}`}${decision}`
    })
    return ['', `#### ${titles[impact]}`, '', ...items]
  })
  const problems =
    verdict.problems.length === 0 ? [] : ['', '#### To do', '', ...renderProblems(verdict).slice(1)]
  return `${[`### ${summarize(verdict)}`, ...groups, ...problems].join('\n')}\n`
}

/** For GitHub: an annotation for each breaking change and for each other problem. */
export function renderAnnotations(verdict: Verdict, source: string): string {
  const toLine = createLineFinder(source)
  const isFailing = verdict.problems.length > 0
  const annotations = verdict.changes
    .filter(({ impact }) => impact === 'major')
    .map(({ rule, place, what, pointer, side }) => {
      const line = side === 'revision' ? toLine(pointer) : undefined
      const properties = [
        `file=${verdict.file}`,
        ...(line === undefined ? [] : [`line=${line}`]),
        `title=${rule}`,
      ]
      const text = `${place}: ${what} ${adviceFor(rule).breaks}`
      return `::${isFailing ? 'error' : 'warning'} ${properties.join(',')}::${escapeData(text)}`
    })
  const others =
    annotations.length > 0
      ? []
      : verdict.problems.map((text) => `::error file=${verdict.file}::${escapeData(text)}`)
  return [...annotations, ...others].map((line) => `${line}\n`).join('')
}

/** Escapes line breaks, because workflow commands are single lines. */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Finds the line of a JSON Pointer in a source; undefined for a node in another file. */
function createLineFinder(source: string): (pointer: string) => number | undefined {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'silent' })
  return (pointer) => {
    let node: unknown = document.contents
    let offset: number | undefined
    for (const key of parsePointer(pointer)) {
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        if (pair === undefined) return undefined
        offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined
        node = pair.value
      } else if (isSeq(node)) {
        node = node.items[Number(key)]
        if (node === undefined) return undefined
      } else return undefined
    }
    return offset === undefined ? undefined : lines.linePos(offset).line
  }
}
