/** A part of a regular expression, as a backtracking matcher processes it. */
export type Part =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly source: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'look'; readonly isNegative: boolean; readonly isBehind: boolean; readonly body: Part }
  | { readonly kind: 'choice'; readonly options: readonly Part[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | {
      readonly kind: 'repeat'
      readonly part: Part
      readonly min: number
      readonly max: number
      readonly isLazy: boolean
    }

const groupStart = /\((?:\?(?::|=|!|<=|<!|<\w+>))?/y
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y
const reference = /\\(?:[1-9]\d*|k<\w+>)/y
const assertion = /\^|\$|\\[bB]/y
const escape = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])/y
const characterClass = /\[(?:\\[^]|[^\]\\])*\]/y

/** Parses an expression that JavaScript compiles. Throws for unknown syntax. */
export function parseExpression(source: string): Part {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) at += match[0].length
    return match
  }

  function parseChoice(): Part {
    const options = [parseSequence()]
    while (source[at] === '|') {
      at += 1
      options.push(parseSequence())
    }
    return { kind: 'choice', options }
  }

  function parseSequence(): Part {
    const parts: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(parseRepeat())
    return { kind: 'sequence', parts }
  }

  function parseRepeat(): Part {
    const part = parseAtom()
    const match = take(quantifier)
    if (match === null) return part
    const [, sign, low, comma, high, lazy] = match
    const min = low === undefined ? (sign === '+' ? 1 : 0) : Number(low)
    const open = sign === '?' ? 1 : Number.POSITIVE_INFINITY
    const max =
      low === undefined ? open : comma === '' ? min : high === '' ? Number.POSITIVE_INFINITY : Number(high)
    return { kind: 'repeat', part, min, max, isLazy: lazy === '?' }
  }

  function parseAtom(): Part {
    const group = take(groupStart)
    if (group !== null) {
      const body = parseChoice()
      if (source[at] !== ')') throw new Error(`A group without an end in ${source}`)
      at += 1
      if (!/[=!]$/.test(group[0])) return body
      return { kind: 'look', isNegative: group[0].endsWith('!'), isBehind: group[0].includes('<'), body }
    }
    if (take(reference) !== null) return { kind: 'reference' }
    const assertive = take(assertion)
    if (assertive !== null) return { kind: 'assertion', source: assertive[0] }
    const known = take(characterClass) ?? take(escape)
    if (known !== null) return { kind: 'character', source: known[0] }
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
    at += character.length
    return { kind: 'character', source: character }
  }

  const whole = parseChoice()
  if (at < source.length) throw new Error(`${source} goes on after its end`)
  return whole
}
