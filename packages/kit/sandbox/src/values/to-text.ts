import { writeJson } from '@contract-kit/json-schema/json'

/** The text form of a value in a path, query or header. Null and undefined become an empty text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : writeJson(value)
