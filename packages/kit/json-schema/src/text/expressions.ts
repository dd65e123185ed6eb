const MAX_COMPILED = 2_000
const compiled = new Map<string, RegExp | undefined>()

const compile = (pattern: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      continue
    }
  }
  return undefined
}

/**
 * Compiles the expression that a pattern means, with the flag `u` if possible, else without (JSON Schema 2020-12, Core, 6.4). Undefined for
 * text that is no ECMA-262 expression. Keeps up to 2,000 expressions.
 */
export const findExpression = (pattern: string): RegExp | undefined => {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    compiled.set(pattern, compile(pattern))
  }
  return compiled.get(pattern)
}

/** A text as a regular expression that matches just this text; what has no meaning is not escaped, which the flag u forbids. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Spellings of Java, Python, Ruby, PCRE and similar in ECMA-262. A spelling that is wider there means less here. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?[a-z]+\)/, ''],
  [/\\A/g, '^'],
  [/\\[zZ]/g, '$'],
  [/\(\?P</g, '(?<'],
  [/\(\?P=(\w+)\)/g, String.raw`\k<$1>`],
  [/\(\?>/g, '(?:'],
  [/(?<=[*+?}])\+/g, ''],
  [/\[:alpha:\]/g, 'A-Za-z'],
  [/\[:digit:\]/g, '0-9'],
  [/\[:alnum:\]/g, 'A-Za-z0-9'],
  [/\[:upper:\]/g, 'A-Z'],
  [/\[:lower:\]/g, 'a-z'],
  [/\[:xdigit:\]/g, '0-9A-Fa-f'],
  [/\[:space:\]/g, String.raw`\s`],
  [/\[:punct:\]/g, String.raw`!-\/:-@\[-\`{-~`],
]

/**
 * Guesses the meaning of a pattern that is no ECMA-262 expression, as one that is; undefined if that is not clear. The guess binds nobody.
 * But texts that match it are safer with a server that reads the pattern in its own language.
 */
export const readForeignPattern = (pattern: string): string | undefined => {
  if (findExpression(pattern) !== undefined) return undefined
  const read = SPELLINGS.reduce((text, [spelling, own]) => text.replace(spelling, own), pattern)
  return read !== pattern && findExpression(read) !== undefined ? read : undefined
}
