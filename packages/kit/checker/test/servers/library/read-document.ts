import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { DocumentEdit } from '../kernel/deviation.ts'
import { editDocument } from '../kernel/edit-document.ts'
import type { Part } from '../kernel/part.ts'

/** Where the document of the library is. */
export const documentUrl = new URL('document.yaml', import.meta.url)

const read = parse(readFileSync(documentUrl, 'utf8')) as Part

/** The document as the server reads it: a copy, with at most one statement read wrongly. */
export const readDocument = (edit?: DocumentEdit): Part =>
  edit === undefined ? read : editDocument(read, edit)

/** Follows local references; gives the part and the pointer at which it stands. */
export const resolvePart = (
  document: Part,
  pointer: string,
): { readonly part: Part; readonly pointer: string } => {
  let part = document
  for (const token of pointer.split('/').slice(1))
    part = part[token.replaceAll('~1', '/').replaceAll('~0', '~')] as Part
  return part.$ref === undefined ? { part, pointer } : resolvePart(document, part.$ref.slice(1))
}
