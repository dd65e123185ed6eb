import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'

/** A guide of the docs in its source form. */
export interface Guide {
  /** For example `coupons-and-money`. */
  readonly slug: string
  readonly markdown: string
  readonly blocks: readonly CodeBlock[]
}

const folder = join(repositoryRoot, 'apps/docs/guides')
const fence = /^```(\w+)(?: (\w+))?$/

/** The home page, and all guides sorted by name. */
export const guides: readonly Guide[] = ['../home.md', ...readdirSync(folder).toSorted()]
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const markdown = readFileSync(join(folder, file), 'utf8')
    return { slug: basename(file, '.md'), markdown, blocks: readCodeBlocks(markdown) }
  })

/** Returns the guide with this name. Throws if there is none. */
export function getGuide(slug: string): Guide {
  const guide = guides.find((candidate) => candidate.slug === slug)
  if (guide === undefined) throw new Error(`There is no guide ${slug}`)
  return guide
}

/** Returns the blocks of a language that are run, each with its documented output, if any. */
export function runnable(
  blocks: readonly CodeBlock[],
  language: string,
): readonly { readonly block: CodeBlock; readonly expected: CodeBlock | undefined }[] {
  return blocks.flatMap((block, index) =>
    block.language === language && block.use === '' ? [{ block, expected: findOutput(blocks, index) }] : [],
  )
}

/** Separates the outputs of two blocks. No program prints it. */
export const separator = '\u001E'

/** Combines the TypeScript blocks of a guide into one module, as a reader would. The module prints `separator` before each. */
export function toModule({ blocks }: Guide): string {
  const codes = runnable(blocks, 'ts').map(({ block }) => block.code)
  return [
    ...codes.flatMap((code) => [`console.log(${JSON.stringify(separator)})`, code]),
    'export {}',
    '',
  ].join('\n')
}

/** Returns the documented output of a block: the next output of its run, unless another block of its language comes first. */
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

/** A code block of a guide. Its info string determines how it is tested. */
export interface CodeBlock {
  /** `sh`, `ts`, `json`, `text` or `yaml`. */
  readonly language: string
  /**
   * The word after the language. `response`, `excerpt` and `output` are the output of the blocks before. `request` is a
   * request in every language. An `illustrative` block is not tested.
   */
  readonly use: string
  readonly code: string
  /** The line of its opening fence, counted from 1. */
  readonly line: number
  /** Blocks without text between them have the same number. They are tabs of one group if one of them is a request. */
  readonly run: number
}

/** Returns the code blocks of a Markdown text, in order. Throws if an opening fence does not name the language. */
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

/** One row of a Markdown table: its cells by column heading, without formatting marks. */
export type TableRow = Readonly<Record<string, string>>

/** Returns the rows of the table whose heading starts with these two cells. Throws if there is none. */
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
