import type { Json } from '../schema/json.ts'

/** A request before it is put into bytes. A parameter that is absent is not sent. */
export interface RequestValues {
  readonly path: Readonly<Record<string, Json>>
  readonly query: Readonly<Record<string, Json>>
  readonly header: Readonly<Record<string, Json>>
  readonly cookie: Readonly<Record<string, Json>>
  /** `value` is a JSON value for every media type; a string for text and binary ones. */
  readonly body: { readonly contentType: string; readonly value: Json } | undefined
}
