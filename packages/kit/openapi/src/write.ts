/** Writes parameters and forms. These modules use no other part of the package, no library and no Node, so a client for browsers can have them. */
export { BODILESS_METHODS, isJsonType, isSafeMethod, UnsendableError } from './wire/wire-request.ts'
export { writeForm } from './wire/write-form.ts'
export { joinPairs, toHeader, toText, writeHeaderValue, writeParameter } from './wire/write-parameters.ts'
export { pathPiecesOf, writePath } from './wire/write-path.ts'
