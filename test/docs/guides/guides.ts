import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'

/** A guide of the docs as it is written. */
export interface Guide {
  /** `coupons-and-money`. */
  readonly slug: string
  readonly markdown: string
  readonly blocks: readonly CodeBlock[]
}

const folder = join(repositoryRoot, 'apps/docs/guides')
const fence = /^```(\w+)(?: (\w+))?$/

/** The home page, and every guide by its name. */
export const guides: readonly Guide[] = ['../home.md', ...readdirSync(folder).toSorted()]
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const markdown = readFileSync(join(folder, file), 'utf8')
    return { slug: basename(file, '.md'), markdown, blocks: readCodeBlocks(markdown) }
  })

/** One guide; throws when there is none of that name. */
export function getGuide(slug: string): Guide {
  const guide = guides.find((candidate) => candidate.slug === slug)
  if (guide === undefined) throw new Error(`There is no guide ${slug}`)
  return guide
}

/** The blocks of a language that are run, each with what it is said to print, if anything is. */
export function runnable(
  blocks: readonly CodeBlock[],
  language: string,
): readonly { readonly block: CodeBlock; readonly expected: CodeBlock | undefined }[] {
  return blocks.flatMap((block, index) =>
    block.language === language && block.use === '' ? [{ block, expected: findOutput(blocks, index) }] : [],
  )
}

/** Stands between the outputs of two blocks; no program prints it. */
export const separator = '\u001E'

/** The TypeScript blocks of a guide as one module, as a reader would put them together. It prints `separator` before each. */
export function toModule({ blocks }: Guide): string {
  const codes = runnable(blocks, 'ts').map(({ block }) => block.code)
  return [
    ...codes.flatMap((code) => [`console.log(${JSON.stringify(separator)})`, code]),
    'export {}',
    '',
  ].join('\n')
}

/** What a block prints: the next output of its run, unless another block of its language comes before. */
export function findOutput(blocks: readonly CodeBlock[], index: number): CodeBlock | undefined {
  const block = blocks[index]
  for (const next of blocks.slice(index + 1)) {
    if (next.run !== block?.run) return undefined
    if (prints.has(next.use)) return next
    if (next.language === block.language && next.use === block.use) return undefined
  }
  return undefined
}

const prints: ReadonlySet<string> = new Set(['response', 'excerpt', 'output'])

/** A code block of a guide. Its info string says how it is proven. */
export interface CodeBlock {
  /** `sh`, `ts`, `json`, `text` or `yaml`. */
  readonly language: string
  /**
   * What stands after the language. `response`, `excerpt` and `output` are what the blocks before print, `request` is a request
   * in every language, and nothing proves an `illustrative` block.
   */
  readonly use: string
  readonly code: string
  /** Of its first fence, counted from 1. */
  readonly line: number
  /** Blocks without text between them have the same number, and are tabs of one group if one of them is a request. */
  readonly run: number
}

/** The code blocks of a Markdown text, in order. Throws at a fence that does not say what it holds. */
function readCodeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { language: string; use: string; line: number; run: number; lines: string[] } | undefined
  let run = 0
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open !== undefined && line === '```') {
      const { lines, ...block } = open
      blocks.push({ ...block, code: lines.join('\n') })
      open = undefined
    } else if (open !== undefined) {
      open.lines.push(line)
    } else if (line.startsWith('```')) {
      const [, language, use = ''] = fence.exec(line) ?? []
      if (language === undefined) throw new Error(`Line ${index + 1} must say what the block holds: ${line}`)
      open = { language, use, line: index + 1, run, lines: [] }
    } else if (line !== '') {
      run += 1
    }
  }
  return blocks
}

/** One row of a Markdown table: its cells, without their marks, by the heads of their columns. */
export type TableRow = Readonly<Record<string, string>>

/** The rows of the table whose head has these first two cells. Throws when there is none. */
export function readTable(markdown: string, first: string, second: string): readonly TableRow[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => {
    const [one, two] = cellsOf(line)
    return one === first && two === second
  })
  if (start < 0) throw new Error(`There is no table that begins with ${first} and ${second}`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const heads = cellsOf(lines[start] ?? '')
  return lines.slice(start + 2, end).map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? '']))
  })
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(/[`*]/g, ''))
}
