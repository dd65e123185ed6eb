// Around the name of a variable in a text. Unicode keeps these two for the internal use of programs, so no text of a
// document has them.
const start = '\uFDD0'
const end = '\uFDD1'

/** The same around a name, percent-encoded. */
const encoded = /%EF%B7%90(\w+)%EF%B7%91/g

/**
 * A placeholder for a value that is known only when the request is sent, such as a program variable. Requests
 * can be serialized with it.
 */
export const toPlaceholder = (name: string): string => `${start}${name}${end}`

/** Splits a text at its placeholders: alternating texts and names, beginning with a text. */
export const splitPlaceholders = (text: string): readonly string[] => text.split(/\uFDD0(\w+)\uFDD1/)

/** Restores the placeholders in a percent-encoded text. */
export const decodePlaceholders = (text: string): string =>
  text.replaceAll(encoded, (_, name: string) => toPlaceholder(name))
