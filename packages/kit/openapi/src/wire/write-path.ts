import { type Json, own } from '@contract-kit/json-schema/json'
import { parsePathTemplate } from '../document/path-template.ts'
import { normalizePath, percentEncode } from './percent-encode.ts'
import { UnsendableError } from './wire-request.ts'
import { type PathRule, writePathValue } from './write-parameters.ts'

/** Encodes the literal text of a path template. Keeps characters that a path may contain, and existing escapes. */
export const writePathText = (text: string): string =>
  normalizePath(percentEncode(text, ":/?[]@!$&'()*+,;=%"))

/** Prepares the path template of an operation for serialization; `find` returns the parameter of a name. */
export const pathPiecesOf = (
  template: string,
  find: (name: string) => PathRule | undefined,
): readonly (string | PathRule)[] =>
  parsePathTemplate(template).map((piece) =>
    piece.kind === 'text' ? writePathText(piece.text) : (find(piece.name) ?? ''),
  )

/** Writes a path. Throws {@link UnsendableError} for one that no route would match. */
export const writePath = (
  pieces: readonly (string | PathRule)[],
  values: Readonly<Record<string, Json>>,
): string => {
  const path = pieces
    .map((piece) => (typeof piece === 'string' ? piece : writePathValue(piece, own(values, piece.name))))
    .join('')
  // A URL parser removes these segments before the server sees them (WHATWG URL, "path state").
  if (path.split('/').some((segment) => /^\.{1,2}$/.test(segment)))
    throw new UnsendableError('A path cannot have a segment of dots alone.')
  return path
}
