// Around the name of a variable in a text. Unicode keeps these two for the internal use of programs, so no text of a
// document has them.
const start = '\uFDD0'
const end = '\uFDD1'

/** The same around a name, percent-encoded. */
const encoded = /%EF%B7%90(\w+)%EF%B7%91/g

/**
 * A text in place of a value that is known only when the request is sent, such as a variable of a program. Requests
 * are written with it.
 */
export const toPlaceholder = (name: string): string => `${start}${name}${end}`

/** A text cut at its placeholders: texts and names in turn, a text first. */
export const splitPlaceholders = (text: string): readonly string[] => text.split(/\uFDD0(\w+)\uFDD1/)

/** A percent-encoded text with its placeholders as they were. */
export const decodePlaceholders = (text: string): string =>
  text.replaceAll(encoded, (_, name: string) => toPlaceholder(name))
