import { writeJson } from '@contract-kit/json-schema/json'

/** A value as a path, a query or a header has it: texts as they are, nothing as an empty text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : writeJson(value)
