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

/** A regular expression that matches exactly this text. Escapes only syntax characters, since the flag u forbids other escapes. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Syntax of Java, Python, Ruby, PCRE and similar, in ECMA-262. The translation may match fewer texts. */
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
 * Translates a pattern that is not valid ECMA-262; undefined if its meaning is unclear. The translation is a guess, used only to prefer
 * texts that a server with another regex engine accepts.
 */
export const readForeignPattern = (pattern: string): string | undefined => {
  if (findExpression(pattern) !== undefined) return undefined
  const read = SPELLINGS.reduce((text, [spelling, own]) => text.replace(spelling, own), pattern)
  return read !== pattern && findExpression(read) !== undefined ? read : undefined
}
