/** A small fault: it changes one place of a source file so that one statement no longer holds. */
export interface Fault {
  /** The row of the rule catalogue whose tests must detect the fault. */
  readonly rule: string
  /** The file to change, relative to the root of the repository. */
  readonly file: string
  /**
   * A text that occurs once in the file. The fault changes the first match of `find` after it. Without `after`, `find` is
   * unique.
   */
  readonly after?: string
  readonly find: string
  readonly replace: string
}

/** A row that no fault can break, with the reason in one sentence. */
export interface Unbreakable {
  readonly rule: string
  readonly reason: string
}

/** The rows of one file of the rule catalogue, each with a fault or the reason why it has none. */
export type FaultTable = readonly (Fault | Unbreakable)[]

export function isFault(entry: Fault | Unbreakable): entry is Fault {
  return 'find' in entry
}

/** Returns the text with the fault. Throws if the place is missing or not unique. */
export function breakText(text: string, { rule, file, after, find, replace }: Fault): string {
  const from =
    after === undefined ? 0 : placeOf(text, after, `The anchor of the fault of ${rule}`, file) + after.length
  const place =
    after === undefined
      ? placeOf(text, find, `The fault of ${rule}`, file)
      : firstPlaceOf(text, find, from, `The fault of ${rule}`, file)
  if (find === replace) throw new Error(`The fault of ${rule} changes nothing`)
  return text.slice(0, place) + replace + text.slice(place + find.length)
}

function placeOf(text: string, part: string, what: string, file: string): number {
  const place = firstPlaceOf(text, part, 0, what, file)
  if (text.includes(part, place + 1)) throw new Error(`${what} matches ${file} more than once: ${part}`)
  return place
}

function firstPlaceOf(text: string, part: string, from: number, what: string, file: string): number {
  const place = text.indexOf(part, from)
  if (place === -1) throw new Error(`${what} does not match ${file}: ${part}`)
  return place
}
