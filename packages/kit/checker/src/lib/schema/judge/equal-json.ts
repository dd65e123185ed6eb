import { isObject } from '../json.ts'

/** Whether two JSON values are equal: 1 and 1.0 are, the order of properties is nothing (2020-12 Core, 4.2.2). */
export const equalJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => equalJson(item, right[at]))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && equalJson(left[name], right[name]))
}

/** One text for each JSON value, the same for equal values and different for others. */
export const toCanonicalText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${toCanonicalText(value[name])}`)
  return `{${members.join(',')}}`
}
