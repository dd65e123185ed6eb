import jsTokens from 'js-tokens'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'

/**
 * The English of a file as Markdown, each line where it stands in the file; undefined for a kind of file that holds none. Of TypeScript
 * that is its comments, of YAML its titles, summaries and descriptions.
 */
export const readEnglish = (file: string, source: string): string | undefined => {
  if (file.endsWith('.md')) return source
  if (/\.tsx?$/.test(file)) return readComments(source)
  return /\.ya?ml$/.test(file) ? readDescriptions(source) : undefined
}

/** Instructions to tools are no English. */
const INSTRUCTION = /^\W*(@ts-|oxlint|eslint|prettier|#__PURE__|v8 |<reference)/

const readComments = (source: string): string => {
  const lines: string[] = []
  let line = 0
  for (const { type, value } of jsTokens(source)) {
    if ((type === 'SingleLineComment' || type === 'MultiLineComment') && !INSTRUCTION.test(value))
      for (const [index, text] of value.split('\n').entries()) lines[line + index] = bare(text)
    line += value.split('\n').length - 1
  }
  return Array.from({ length: line + 1 }, (_line, index) => lines[index] ?? '').join('\n')
}

/** A line of a comment without its marks and the names of its tags. */
const bare = (line: string): string =>
  line
    .replace(/^\s*(\/\/+|\/\*+|\*\/|\*(?!\*))/, '')
    .replace(/\*\/\s*$/, '')
    .replaceAll(/\{@link ([^}]*)\}/g, '`$1`')
    .replace(/^\s*@\w+/, '')
    .trim()

const ENGLISH = new Set(['title', 'summary', 'description', 'statement', 'reason'])

const readDescriptions = (source: string): string => {
  const counter = new LineCounter()
  const lines: string[] = []
  visit(parseDocument(source, { lineCounter: counter }), {
    Pair: (_key, { key, value }) => {
      if (!isScalar(key) || !ENGLISH.has(String(key.value)) || !isScalar(value)) return
      if (typeof value.value !== 'string' || value.range === undefined || value.range === null) return
      const { line } = counter.linePos(value.range[0])
      // A block begins below its indicator.
      const first = value.type?.startsWith('BLOCK') === true ? line : line - 1
      for (const [index, text] of value.value.split('\n').entries()) lines[first + index] = text
    },
  })
  return Array.from(lines, (text) => text ?? '').join('\n')
}
