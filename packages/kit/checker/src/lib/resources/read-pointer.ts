import { parsePointer } from '../schema/json-pointer.ts'
import { isObject, own, type Json } from '../schema/json.ts'

/** Every value a JSON Pointer leads to, where `*` stands for each item of an array or each property of an object; empty where there is none. */
export const readPointer = (root: Json, pointer: string): readonly Json[] =>
  parsePointer(pointer).reduce<readonly Json[]>(
    (values, token) => values.flatMap((value) => childrenAt(value, token)),
    [root],
  )

const childrenAt = (value: Json, token: string): readonly Json[] => {
  if (Array.isArray(value)) {
    if (token === '*') return value
    const item = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
    return item === undefined ? [] : [item]
  }
  if (!isObject(value)) return []
  const child = own(value, token)
  if (child !== undefined) return [child]
  return token === '*' ? Object.values(value) : []
}
