import type { LoggedBody } from '../watch/sandbox-data.ts'

/** Replaces each masked value. */
export const mask = '***'

/** Formats a body for display: JSON indented, anything else unchanged. */
export function readableBody({ isJson, text }: LoggedBody): string {
  return isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/** A part of a text, and whether it is a masked value. */
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
