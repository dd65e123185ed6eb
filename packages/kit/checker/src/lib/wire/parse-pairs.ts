import type { ParameterLocation } from '../document/api-document.ts'
import { percentDecode } from './percent-encode.ts'

/** Names and values as they stand in a query, a form body or cookies; names decoded, values still encoded. */
export interface RawPairs {
  readonly location: ParameterLocation | 'form'
  readonly pairs: readonly (readonly [name: string, raw: string])[]
}

/** Splits `a=1&b=2`, or cookies at their semicolons, into pairs. */
export const parsePairs = (location: RawPairs['location'], text: string): RawPairs => {
  const isCookie = location === 'cookie'
  const pieces = isCookie ? text.split(';').map((piece) => piece.trim()) : text.split('&')
  const decodeName = (name: string): string => percentDecode(isCookie ? name : name.replaceAll('+', ' '))
  return {
    location,
    pairs: pieces
      .filter((piece) => piece !== '')
      .map((piece) => {
        const at = piece.indexOf('=')
        return at === -1 ? [decodeName(piece), ''] : [decodeName(piece.slice(0, at)), piece.slice(at + 1)]
      }),
  }
}
