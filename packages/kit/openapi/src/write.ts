/** Writes parameters and forms. These modules have no dependencies, so that a browser client can include them. */
export { BODILESS_METHODS, isSafeMethod, mediaKindOf, UnsendableError } from './wire/wire-request.ts'
export { writeForm } from './wire/write-form.ts'
export { joinPairs, toText, writeHeaderValue, writeParameter } from './wire/write-parameters.ts'
export { pathPiecesOf, writePath } from './wire/write-path.ts'
