import { isObject, type JsonObject } from '../json.ts'

/** Whether a JSON value can be a schema: an object or a boolean. */
export const isSchema = (value: unknown): value is boolean | JsonObject =>
  typeof value === 'boolean' || isObject(value)
