import type { Json } from '../../schema/json.ts'

/** Whether two ids are the same: a number and its text are, and so are a UUID in capitals and in small letters. */
export const isSameId = (left: Json | undefined, right: Json | undefined): boolean =>
  left !== undefined && right !== undefined && asText(left) === asText(right)

const asText = (id: Json): string => (typeof id === 'string' ? id : JSON.stringify(id)).toLowerCase()
