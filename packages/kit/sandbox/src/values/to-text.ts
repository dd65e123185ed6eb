import { writeJson, type Json } from '@contract-kit/checker/resources'

/** A value as a query or a header has it: texts as they are, nothing as an empty text. */
export const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : writeJson(value)
