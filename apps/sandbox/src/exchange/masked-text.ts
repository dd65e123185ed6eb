import type { LoggedBody } from '../watch/sandbox-data.ts'

/** Stands for each value that the log does not show. */
export const mask = '***'

/** A body for a person: JSON on lines of its own, anything else as it is. */
export function readableBody({ isJson, text }: LoggedBody): string {
  return isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/** A piece of a text, and whether it stands for a masked value. */
export interface TextPiece {
  readonly text: string
  readonly isMasked: boolean
}

/** Splits a text at its masked values. */
export function splitAtMasks(text: string): readonly TextPiece[] {
  return text
    .split(/("\*\*\*"|\*\*\*)/)
    .map((piece, index) => ({ text: piece, isMasked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
