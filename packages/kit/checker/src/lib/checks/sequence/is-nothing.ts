import type { Json } from '../../schema/json.ts'

/** Null, and what is empty: servers take the one for the other. */
export const isNothing = (value: Json | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
