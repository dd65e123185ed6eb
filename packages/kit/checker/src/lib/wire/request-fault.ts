import type { Placed } from '../document/api-document.ts'
import type { Failure } from '../schema/failure.ts'

/** A statement of the document that a request breaks. */
export interface RequestFault {
  readonly location: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** Parameter name; empty for the body. */
  readonly name: string
  /** `required`, `contentType`, `syntax`, or the schema's keyword. */
  readonly keyword: string
  readonly documentUri: string
  /** JSON Pointer to the broken statement. */
  readonly pointer: string
  /** `query parameter limit is above the maximum of 100`. */
  readonly message: string
  readonly failure: Failure | undefined
}

/** The part of a request that a fault is about. */
export type FaultSubject = Pick<RequestFault, 'location' | 'name'>

/** The body as the subject of a fault. */
export const BODY: FaultSubject = { location: 'body', name: '' }

const tell = ({ location, name }: FaultSubject): string =>
  location === 'body' ? 'the body' : `${location} parameter ${name}`

/** A fault that is none of the schema's: a part is missing, of another type, or unreadable. */
export const createFault = (
  subject: FaultSubject,
  keyword: string,
  place: Placed,
  clause: string,
): RequestFault => ({
  ...subject,
  keyword,
  documentUri: place.documentUri,
  pointer: place.pointer,
  message: `${tell(subject)} ${clause}`,
  failure: undefined,
})

/** The fault that a failure of the schema is. */
export const faultOf = (subject: FaultSubject, failure: Failure): RequestFault => ({
  ...subject,
  keyword: failure.keyword,
  documentUri: failure.documentUri,
  pointer: failure.schemaPointer,
  message: `${tell(subject)}${failure.instancePointer === '' ? '' : ` at ${failure.instancePointer}`} ${failure.message}`,
  failure,
})
