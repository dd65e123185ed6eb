/** The document cannot be checked: it is no OpenAPI 3.0/3.1, cannot be read, or refers to nothing. One sentence says what to mend. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
