/** A `$ref` that leads nowhere: a mistake in the document, not in the API. */
export class UnresolvedReferenceError extends Error {
  override readonly name = 'UnresolvedReferenceError'
  /** The reference as written. */
  readonly reference: string
  /** Where it is written: document URI and JSON Pointer. */
  readonly place: string

  constructor(reference: string, place: string, reason = 'there is nothing at that place') {
    super(`The reference ${reference} at ${place} cannot be resolved: ${reason}.`)
    this.reference = reference
    this.place = place
  }
}
