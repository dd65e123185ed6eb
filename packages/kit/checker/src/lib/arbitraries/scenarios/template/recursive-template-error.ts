/** A plain value would contain itself; the caller takes another way. */
export class RecursiveTemplateError extends Error {
  override readonly name = 'RecursiveTemplateError'

  constructor() {
    super('A plain value of this schema would contain itself.')
  }
}
