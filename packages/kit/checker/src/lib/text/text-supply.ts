import type { Arbitrary } from 'fast-check'

/** Whether texts exist: `none` is proved, `unknown` means that generation could not be decided. */
export type TextSupply =
  | { readonly kind: 'some'; readonly texts: Arbitrary<string> }
  | { readonly kind: 'none' | 'unknown'; readonly reason: string }
