// Around the name of a variable in a text. Unicode keeps these two for the internal use of programs, so no text of a
// document has them.
const start = '\uFDD0'
const end = '\uFDD1'

const encoded = new RegExp(`${encodeURIComponent(start)}(\\w+)${encodeURIComponent(end)}`, 'g')

/**
 * A text in place of a value that is known only when the request is sent, such as a variable of a program. Requests
 * are written with it.
 */
export const toPlaceholder = (name: string): string => `${start}${name}${end}`

/** A text cut at its placeholders: texts and names in turn, a text first. */
export const splitPlaceholders = (text: string): readonly string[] =>
  text.split(new RegExp(`${start}(\\w+)${end}`))

/** A percent-encoded text with its placeholders as they were. */
export const decodePlaceholders = (text: string): string =>
  text.replaceAll(encoded, (_, name: string) => toPlaceholder(name))
