/** A piece of a path template: plain text, or the name of a parameter. */
type PathPiece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string }

/** The pieces of a path template in order: `/pets/{petId}` is `/pets/` and the parameter petId. */
export const parsePathTemplate = (path: string): readonly PathPiece[] =>
  // Splitting by a pattern with a group gives texts and names in turn.
  path
    .split(/\{([^{}]+)\}/)
    .map((piece, index): PathPiece =>
      index % 2 === 1 ? { kind: 'parameter', name: piece } : { kind: 'text', text: piece },
    )
    .filter((piece) => piece.kind === 'parameter' || piece.text !== '')

/** A path without the names of its parameters: paths that differ in these alone are the same path (OpenAPI 3.1, 4.8.8.2). */
export const shapeOfPath = (path: string): string =>
  parsePathTemplate(path)
    .map((piece) => (piece.kind === 'parameter' ? '{}' : piece.text))
    .join('')

/** A sort key in matching order: literal segments before mixed ones (`{id}.json`), and those before parameters. */
export const rankOfPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => {
      const pieces = parsePathTemplate(segment)
      const ranked = pieces.map((piece) => (piece.kind === 'parameter' ? LAST : piece.text)).join('')
      return ranked.includes(LAST) ? `${ranked}${LAST}` : ranked
    })
    .join('\0')

const LAST = '\uFFFF'
