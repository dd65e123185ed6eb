import { isCount } from '../../schema/judge/create-assertion.ts'
import type { Json } from '../../schema/json.ts'

/** The limit that a keyword sets on a count; undefined where it holds no non-negative integer, and so says nothing. */
export const countOf = (value: Json | undefined): number | undefined => (isCount(value) ? value : undefined)
