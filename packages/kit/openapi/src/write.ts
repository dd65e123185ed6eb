/** Writes parameters and forms. These modules use no other part of the package, no library and no Node, so a client for browsers can have them. */
export { BODILESS_METHODS, isSafeMethod, mediaKindOf, UnsendableError } from './wire/wire-request.ts'
export { writeForm } from './wire/write-form.ts'
export { joinPairs, toText, writeHeaderValue, writeParameter } from './wire/write-parameters.ts'
export { pathPiecesOf, writePath } from './wire/write-path.ts'
