/** A piece of a path template: plain text, or the name of a parameter. */
type PathPiece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string }

/** The pieces of a path template in order: `/pets/{petId}` is `/pets/` and the parameter petId. */
export const parsePathTemplate = (path: string): readonly PathPiece[] =>
  path
    .split(/(\{[^{}]+\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\{[^{}]+\}$/.test(piece)
        ? { kind: 'parameter', name: piece.slice(1, -1) }
        : { kind: 'text', text: piece },
    )
