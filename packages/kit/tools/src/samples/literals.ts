import type { Json } from '../documents/json.ts'
import { hasVariables, interpolate, toExpression } from './variables.ts'

/** The maximum line width, which fits the samples column of a reference. */
const columns = 80

/** Syntax that differs between languages. */
export interface LiteralSyntax {
  readonly text: (value: string) => string
  readonly key: (name: string) => string
  readonly words: { readonly true: string; readonly false: string; readonly null: string }
  /** Whether braces have spaces inside them on one line. */
  readonly spaced: boolean
}

/** A JSON value as a literal: on one line if it fits, else with one line for each member. `used` is the current column. */
export function toLiteral(value: Json, syntax: LiteralSyntax, indent = '', used = indent.length): string {
  const line = toLine(value, syntax)
  if (typeof value !== 'object' || value === null || used + line.length < columns) return line
  const inner = `${indent}${syntax.spaced ? '  ' : '    '}`
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${toLiteral(item, syntax, inner)},`)
    return ['[', ...items, `${indent}]`].join('\n')
  }
  const members = Object.entries(value).map(([name, member]) => {
    const start = `${inner}${syntax.key(name)}: `
    return `${start}${toLiteral(member, syntax, inner, start.length)},`
  })
  return ['{', ...members, `${indent}}`].join('\n')
}

function toLine(value: Json, syntax: LiteralSyntax): string {
  if (typeof value === 'string') return syntax.text(value)
  if (value === null) return syntax.words.null
  if (typeof value === 'boolean') return syntax.words[value ? 'true' : 'false']
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => toLine(item, syntax)).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${syntax.key(name)}: ${toLine(member, syntax)}`,
  )
  if (members.length === 0) return '{}'
  return syntax.spaced ? `{ ${members.join(', ')} }` : `{${members.join(', ')}}`
}

/**
 * In double quotes with the escapes of JSON, which Python, Go, Java and C# share. The separators that C# takes for the end of a
 * line are escaped too.
 */
export function quoteDouble(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007F-\u009F\u2028\u2029]/g, (character) => {
    return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** In single quotes, or in double ones where that needs fewer escapes. A text with variables is a template. */
export function quoteScript(text: string): string {
  if (hasVariables(text)) {
    return `\`${interpolate(text, escapeTemplate, (name) => `\${process.env.${name}}`)}\``
  }
  const double = quoteDouble(text)
  if (text.includes("'")) return double
  return `'${double.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`
}

function escapeTemplate(text: string): string {
  return quoteDouble(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(/[`$]/g, String.raw`\$&`)
}

/** A text in Python. */
export const quotePython = (text: string): string =>
  toExpression(text, { quote: quoteDouble, variable: (name) => `os.environ["${name}"]`, join: ' + ' })

/** A text in Go. */
export const quoteGo = (text: string): string =>
  toExpression(text, { quote: quoteDouble, variable: (name) => `os.Getenv("${name}")`, join: ' + ' })

/** A text in Java. */
export const quoteJava = (text: string): string =>
  toExpression(text, { quote: quoteDouble, variable: (name) => `System.getenv("${name}")`, join: ' + ' })

/** A text in C#. */
export const quoteCsharp = (text: string): string =>
  toExpression(text, {
    quote: quoteDouble,
    variable: (name) => `Environment.GetEnvironmentVariable("${name}")`,
    join: ' + ',
  })

/** In double quotes for Ruby, where `#{`, `#$` and `#@` would begin code. */
export function quoteRuby(text: string): string {
  return `"${interpolate(
    text,
    (part) =>
      quoteDouble(part)
        .slice(1, -1)
        .replaceAll('#', String.raw`\#`),
    (name) => `#{ENV.fetch("${name}")}`,
  )}"`
}

/** In single quotes for PHP, where only the quote and the backslash need an escape. */
export const quotePhp = (text: string): string =>
  toExpression(text, {
    quote: (part) => `'${part.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
    variable: (name) => `getenv('${name}')`,
    join: ' . ',
  })

/**
 * In single quotes, as POSIX shells read it. A text with variables is in double quotes; where it has such quotes itself, only
 * the variables are.
 */
export function quoteShell(text: string): string {
  if (!hasVariables(text)) return quoteSingle(text)
  if (text.includes('"'))
    return toExpression(text, { quote: quoteSingle, variable: (name) => `"$${name}"`, join: '' })
  return `"${interpolate(
    text,
    (part) => part.replaceAll(/[\\$`]/g, String.raw`\$&`),
    (name, after) => (/^\w/.test(after) ? `\${${name}}` : `$${name}`),
  )}"`
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Literals of JavaScript and TypeScript. */
export const scriptSyntax: LiteralSyntax = {
  text: quoteScript,
  // `'__proto__': x` would set the prototype; a computed key makes a member of it.
  key: (name) =>
    name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteScript(name),
  words: { true: 'true', false: 'false', null: 'null' },
  spaced: true,
}

/** Literals of Python. */
export const pythonSyntax: LiteralSyntax = {
  text: quotePython,
  key: quoteDouble,
  words: { true: 'True', false: 'False', null: 'None' },
  spaced: false,
}
