import { writeJson } from '@contract-kit/json-schema/json'

/** The maximum line length of the generated text, in columns. */
export const columns = 110

/** Returns a string as a TypeScript literal in single quotes. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Returns a member name, quoted unless it is an identifier or an integer. */
export function quoteKey(name: string): string {
  return /^(?:[\p{ID_Start}_$][\p{ID_Continue}$]*|0|[1-9]\d{0,14})$/u.test(name) && name !== '__proto__'
    ? name
    : quote(name)
}

/** Returns JSON data as a TypeScript expression, on one line if it fits. */
export function toLiteral(value: unknown, indent = '', used = indent.length): string {
  const line = toLine(value)
  if (typeof value !== 'object' || value === null || used + line.length <= columns) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${toLiteral(item, inner)},`)
    return ['[', ...items, `${indent}]`].join('\n')
  }
  const members = Object.entries(value).map(([key, member]) => {
    const start = `${inner}${toDataKey(key)}: `
    return `${start}${toLiteral(member, inner, start.length + 1)},`
  })
  return ['{', ...members, `${indent}}`].join('\n')
}

function toLine(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return value === undefined ? 'undefined' : writeJson(value)
  const members = Object.entries(value).map(([key, member]) => `${toDataKey(key)}: ${toLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Returns an object key. `'__proto__': x` would set the prototype; a computed key defines a member. */
function toDataKey(key: string): string {
  return key === '__proto__' ? "['__proto__']" : quoteKey(key)
}

/** Returns a union after its start, with one line per member if it does not fit on one line. */
export function unionLines(start: string, parts: readonly string[]): readonly string[] {
  const line = `${start}${parts.join(' | ')}`
  if (parts.length < 2 || (line.length <= columns && !line.includes('\n'))) return [line]
  const indent = /^ */.exec(start)?.[0] ?? ''
  return [start.trimEnd(), ...parts.map((part) => `${indent}  | ${part}`)]
}

/** Returns a type import, with one line per name if it does not fit on one line. */
export function importLines(names: readonly string[], module: string): readonly string[] {
  const line = `import type { ${names.join(', ')} } from ${quote(module)}`
  if (line.length <= columns) return [line]
  return ['import type {', ...names.map((name) => `  ${name},`), `} from ${quote(module)}`]
}

/** Returns the lines of a doc comment with Markdown texts and tags; none if all of them are empty. */
export function toDocComment(
  texts: readonly (string | undefined)[],
  indent: string,
  tags: readonly string[] = [],
): readonly string[] {
  const width = columns - indent.length - 3
  const paragraphs = texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')
  // Without the escape, a line of a description that starts with `@` would become a tag.
  const blocks = paragraphs.map((text) => wrap(text, width).map((line) => line.replace(/^@/, '\\@')))
  const code = tags.filter((tag) => tag.includes('\n')).map((tag) => tag.split('\n'))
  const short = tags.filter((tag) => !tag.includes('\n')).flatMap((tag) => wrapParagraph(tag, width))
  const all = [...blocks, ...code, short].filter((block) => block.length > 0)
  const lines = all
    .flatMap((block, index) => (index === 0 ? block : ['', ...block]))
    .map((line) => line.replaceAll('*/', '*\\/'))
  const [only] = lines
  if (only === undefined) return []
  if (lines.length === 1 && only.length <= width - 4) return [`${indent}/** ${only} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** Wraps Markdown at a width. Lists, tables, headings and code blocks keep their line breaks. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let isCode = false
  let paragraph = ''
  const flush = () => {
    if (paragraph !== '') lines.push(...wrapParagraph(paragraph, width))
    paragraph = ''
  }
  for (const line of text.split(/\r?\n/)) {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isCode || isFence || line.trim() === '' || /^( {4}|\t|\s*[|#])/.test(line)) {
      flush()
      if (isFence) isCode = !isCode
      lines.push(line.trimEnd())
    } else if (/^\s*([-*+]|\d+[.)])\s/.test(line)) {
      flush()
      paragraph = line.trimEnd()
    } else {
      paragraph = paragraph === '' ? line.trimEnd() : `${paragraph} ${line.trim()}`
    }
  }
  flush()
  return lines
}

function wrapParagraph(text: string, width: number): readonly string[] {
  const indent = /^\s*/.exec(text)?.[0] ?? ''
  const hang = /^\s*([-*+]|\d+[.)])\s/.test(text) ? `${indent}  ` : indent
  const lines: string[] = []
  let line = indent
  for (const word of text.trim().split(/[ \t]+/)) {
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`
    if (longer.length <= width || line.trim() === '') line = longer
    else {
      lines.push(line)
      line = `${hang}${word}`
    }
  }
  return [...lines, line].map((one) => one.replaceAll('\u00a0', ' '))
}
