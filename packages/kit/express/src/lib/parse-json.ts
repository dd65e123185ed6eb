/** Nesting and number of values of a body beyond which it is refused: far above any honest one, far below harm. */
export const JSON_LIMITS = { depth: 64, values: 5_000 } as const

/** The outcome of reading text as JSON: a value, no JSON, or JSON beyond the limits. */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'excessive' }

/** Parses JSON text; of repeated names the last counts, and a member named `__proto__` is left out. */
export function parseJson(text: string): ParsedJson {
  if (isExcessive(text)) return { kind: 'excessive' }
  try {
    return {
      kind: 'value',
      value: mayNamePrototype.test(text) ? parseWithoutPrototype(text) : JSON.parse(text),
    }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Spelt out, or with an escape in it; looking at every value costs more than parsing them. */
const mayNamePrototype = /__proto__|\\u/

const parseWithoutPrototype = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))

/** Counted on the text, before anything is built: an error per value would otherwise multiply a small body. */
function isExcessive(text: string): boolean {
  let depth = 0
  let values = 1
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') values += 1
    if (depth > JSON_LIMITS.depth || values > JSON_LIMITS.values) return true
  }
  return false
}
