import jsTokens from 'js-tokens'

/** Texts that a program shows, as Markdown: each literal is a paragraph, or several. */
export interface Messages {
  readonly text: string
  /** The line of the source for each line of `text`. The first is 1. */
  readonly lines: readonly number[]
}

/**
 * The English in the literals of a TypeScript file: error messages, output, help, the texts of a page. An interpolated value counts as one
 * word. Names, code, SQL and lists of words are left out.
 */
export const readMessages = (file: string, source: string): Messages => {
  const text: string[] = []
  const lines: number[] = []
  const add = (line: string, at: number): void => {
    text.push(line)
    lines.push(at)
  }
  for (const literal of readLiterals(source, file.endsWith('x')).filter((each) => isEnglish(each.text))) {
    for (const [index, line] of literal.text.split('\n').entries()) {
      // An indented line is one of a list, such as the options in a help text, and no part of the sentence before it.
      if (/^\s/.test(line)) add('', literal.line + index)
      for (const paragraph of line.split(BREAK)) {
        if (paragraph !== line) add('', literal.line + index)
        add(paragraph.trim(), literal.line + index)
      }
    }
    add('', literal.line)
  }
  return { text: text.join('\n'), lines }
}

interface Literal {
  readonly text: string
  readonly line: number
}

/** The strings, templates and texts between the tags of JSX, each with its line. */
const readLiterals = (source: string, jsx: boolean): readonly Literal[] => {
  const literals: Literal[] = []
  // A value of a template may be a template.
  const open: { text: string; readonly line: number }[] = []
  let line = 1
  for (const { type, value } of jsx ? jsTokens(source, { jsx }) : jsTokens(source)) {
    const template = open.at(-1)
    if (type === 'StringLiteral' || type === 'JSXString' || type === 'NoSubstitutionTemplate')
      literals.push({ text: toText(value.slice(1, -1)), line })
    else if (type === 'JSXText') literals.push({ text: value, line })
    else if (type === 'TemplateHead') open.push({ text: value.slice(1, -2), line })
    else if (type === 'TemplateMiddle' && template !== undefined)
      template.text += `value${value.slice(1, -2)}`
    else if (type === 'TemplateTail' && template !== undefined) {
      literals.push({ text: toText(`${template.text}value${value.slice(1, -1)}`), line: template.line })
      open.pop()
    }
    line += value.split('\n').length - 1
  }
  return literals
}

/** The end of a paragraph within a line of the source. */
const BREAK = '¶'

/** The text of a literal without escapes, and without tags and placeholders such as `<file>`. */
const toText = (literal: string): string =>
  literal
    .replaceAll(/\\[nt]/g, BREAK)
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, BREAK)

const THREE_WORDS = /\p{L}{2,}[\s,;:]+\p{L}{2,}[\s,;:]+\p{L}/u
const CODE = /[{}]|=>|;$|^\s*(?:import|export|const|select|insert|update|delete|create|alter|drop|with)\s/m
const PUNCTUATION = /[.,:;?!]/

/** Whether a text has a sentence, or a part of one. A dozen words without a comma are a list of words. */
const isEnglish = (text: string): boolean =>
  THREE_WORDS.test(text) && !CODE.test(text) && (PUNCTUATION.test(text) || text.split(/\s+/).length <= 12)
