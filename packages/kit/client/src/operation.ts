type Place = 'path' | 'query' | 'header' | 'cookie'

/** How one parameter is serialized (OpenAPI 3.1, section 4.8.12): in the default style of its place, in another, or as a media type. */
export type Parameter =
  | Place
  | { readonly in: Place; readonly name?: string; readonly contentType: string }
  | {
      readonly in: Place
      /** The name in the document, if it differs from the name in the input. */
      readonly name?: string
      readonly style:
        'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie'
      readonly explode: boolean
      readonly allowReserved?: true
    }

/** How a field of a form is written. */
export interface FieldEncoding {
  readonly style?: string
  readonly explode?: boolean
  readonly allowReserved?: boolean
  readonly contentType?: string
}

/** The description of one operation at run time. The generator writes one for each. */
export interface Operation {
  /** In upper case. */
  readonly method: string
  /** The path template of the document, such as `/books/{book-id}`. */
  readonly path: string
  /**
   * Whether a request that the server may already have processed can be sent again: `always`, only with its
   * `Idempotency-Key` (`key`), or `never`.
   */
  readonly idempotency: 'always' | 'key' | 'never'
  /** Every parameter, by the name that it has in an input. */
  readonly parameters?: Readonly<Record<string, Parameter>>
  /** Parameters and body members that have one value only. The client adds those that the input leaves out. */
  readonly constants?: Readonly<Record<string, unknown>>
  /** The media type of the request body; absent if the operation takes none. */
  readonly contentType?: string
  /** The encoding of form fields by name, where it is not plain text or repeated text (OpenAPI 3.1, "Encoding Object"). */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>
  /**
   * Where the body is in the input: its `members` stand beside the parameters, or it is the member `body`. `members` is
   * for objects alone. Without any member, `optional members` send no body, `members` send `{}`.
   */
  readonly bodyIn?: 'members' | 'optional members' | 'body'
  /**
   * How a success is read. Default: `json`, an object or a list. `value` is JSON of any type. `none` if no success has a body.
   * `stream` returns the body as it arrives, so there are no retries after the head has arrived.
   */
  readonly response?: 'json' | 'value' | 'text' | 'blob' | 'stream' | 'none'
  /** Whether all successes of the operation are redirects, which are not followed. */
  readonly isRedirect?: true
  /** Whether a success may come without a body, beside those that have one. */
  readonly mayBeEmpty?: true
  /** The media type that the client reads, if the document declares several. */
  readonly accept?: string
}

/** The operations of a document by method name. */
export type Operations = Readonly<Record<string, Operation>>
