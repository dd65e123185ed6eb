/** The text of a document, and its references as written. */
export { DocumentError } from './document/document-part.ts'
export { HIDDEN_REFERENCE, hideData } from './document/hide-data.ts'
export { parseDocumentText } from './document/parse-document.ts'
export { findLostReferences, visitReferences, type WrittenReference } from './document/visit-references.ts'
export { findVersionFault } from './document/version-fault.ts'
