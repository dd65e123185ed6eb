import { own, type Json } from './json.ts'

const escapeToken = (token: string | number): string | number =>
  // Hardly any token has anything to escape.
  typeof token === 'number' || !/[~/]/.test(token) ? token : token.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** Adds reference tokens to a JSON Pointer (RFC 6901): `appendTokens('/a', 'b/c', 0)` is `/a/b~1c/0`. */
export const appendTokens = (pointer: string, ...tokens: readonly (string | number)[]): string =>
  tokens.reduce<string>((all, token) => `${all}/${escapeToken(token)}`, pointer)

/** The reference tokens of a JSON Pointer, unescaped. */
export const parsePointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeToken)

/** The value a JSON Pointer leads to, or undefined where there is none. */
export const findAt = (root: Json, pointer: string): Json | undefined => {
  let value: Json | undefined = root
  for (const token of parsePointer(pointer)) {
    if (!Array.isArray(value)) value = own(value, token)
    else value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
    if (value === undefined) return undefined
  }
  return value
}
