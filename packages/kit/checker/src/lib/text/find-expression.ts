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
 * The expression a pattern means: with the flag `u` where it compiles so, else without (JSON Schema 2020-12, Core, 6.4);
 * undefined for what is no ECMA-262 expression. Up to 2,000 are kept.
 */
export const findExpression = (pattern: string): RegExp | undefined => {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    compiled.set(pattern, compile(pattern))
  }
  return compiled.get(pattern)
}
