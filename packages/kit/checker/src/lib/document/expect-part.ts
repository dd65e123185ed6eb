import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { DocumentError } from './document-error.ts'
import { findChild, tellPlace, type Part } from './part.ts'

/** A part that is known to be an object. */
export interface ObjectPart extends Part {
  readonly value: JsonObject
}

const refuse = (part: Part, what: string): DocumentError =>
  new DocumentError(`${tellPlace(part)} must be ${what}.`)

/** The part itself, an object; throws {@link DocumentError} where it is something else. */
export const asObject = (part: Part): ObjectPart => {
  if (!isObject(part.value)) throw refuse(part, 'an object')
  return { ...part, value: part.value }
}

/** The object under a key, or undefined where there is none; throws {@link DocumentError} where it is something else. */
export const findObject = (part: Part, key: string): ObjectPart | undefined => {
  const child = findChild(part, key)
  return child && asObject(child)
}

/** The items of the list under a key, none where it is absent; throws {@link DocumentError} where it is no list. */
export const listItems = (part: Part, key: string): readonly Part[] => {
  const list = findChild(part, key)
  if (list === undefined) return []
  if (!Array.isArray(list.value)) throw refuse(list, 'a list')
  return list.value.map(
    (_, index) => findChild(list, index) ?? { ...list, value: null, pointer: `${list.pointer}/${index}` },
  )
}

/** The entries of the object under a key, none where it is absent; an entry without a value is left out. */
export const mapEntries = (part: Part, key: string): readonly (readonly [string, Part])[] => {
  const map = findObject(part, key)
  return Object.keys(map?.value ?? {}).flatMap((name) => {
    const child = map && findChild(map, name)
    return child === undefined ? [] : [[name, child] as const]
  })
}

/** The text under a key, or undefined where there is none; throws {@link DocumentError} where it is something else. */
export const findText = (part: Part, key: string): string | undefined => {
  const child = findChild(part, key)
  if (child !== undefined && typeof child.value !== 'string') throw refuse(child, 'a text')
  return child?.value as string | undefined
}

/** The text under a key; throws {@link DocumentError} where there is none. */
export const getText = (part: Part, key: string): string => {
  const text = findText(part, key)
  if (text === undefined) throw new DocumentError(`${tellPlace(part)} needs the field \`${key}\`.`)
  return text
}

/** The text under a key, one of a few; throws {@link DocumentError} where it is another. */
export const getChoice = <T extends string>(part: Part, key: string, choices: readonly T[]): T => {
  const text = getText(part, key)
  const choice = choices.find((entry) => entry === text)
  if (choice === undefined)
    throw new DocumentError(
      `\`${key}\` at ${tellPlace(part)} must be one of ${choices.join(', ')}, not ${text}.`,
    )
  return choice
}

/** The flag under a key, or undefined where there is none; throws {@link DocumentError} where it is something else. */
export const findFlag = (part: Part, key: string): boolean | undefined => {
  const child = findChild(part, key)
  if (child !== undefined && typeof child.value !== 'boolean') throw refuse(child, 'true or false')
  return child?.value as boolean | undefined
}

/** Whether a value is a list of texts. */
export const isTextList = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
