/** Which token goes along: the kept one, none, or one that no service has issued. */
export type TokenChoice = 'kept' | 'none' | 'spoilt'

/** What the reader has decided about the next request of an operation; everything else has its default. */
export interface Draft {
  /** By the field's id. */
  readonly typed: Readonly<Record<string, string>>
  readonly tokenChoice: TokenChoice
  /** The contract's example that the body comes from; the first by default. */
  readonly exampleName: string | undefined
  /** The body as typed; `undefined` while it is the example's. */
  readonly body: string | undefined
}

/** A draft in which nothing is decided. */
export const emptyDraft: Draft = {
  typed: {},
  tokenChoice: 'kept',
  exampleName: undefined,
  body: undefined,
}
