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

const fence = /^```(\w+)(?: (\w+))?$/

/** The code blocks of a Markdown text, in order. Throws at a fence that does not say what it holds. */
export function readCodeBlocks(markdown: string): readonly CodeBlock[] {
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
