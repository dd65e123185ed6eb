import { isScalar, parseDocument, visit } from 'yaml'
import { BoundedCache } from '@contract-kit/json-schema/memo'
import { isNumber, type Json, parseJson, readNumber, writeJson } from '@contract-kit/json-schema/json'
import { DocumentError } from './document-part.ts'

/**
 * Parses JSON or YAML 1.2; `name` says in the message which document is meant. `read` makes the value of a number from its text; unless
 * given, no whole number is rounded. Throws {@link DocumentError} with the line.
 */
export const parseDocumentText = (text: string, name: string, read?: ReadDigits): Json => {
  const json = parseAsJson(text, read)
  if (json !== undefined) return json
  return read === undefined
    ? parsedTexts.get(text, () => ({ root: parseYaml(text, name, readNumber) })).root
    : parseYaml(text, name, read)
}

type ReadDigits = (digits: string) => Json

/** Reading YAML takes a tenth of a second for a middling document, and a file is read again by every run. */
const parsedTexts = new BoundedCache<{ readonly root: Json }>(8)

// JSON is YAML, but its own parser is a hundred times faster. If it rejects the text, the YAML parser may accept it, or name the line.
const parseAsJson = (text: string, read?: ReadDigits): Json | undefined => {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined
  try {
    return parseJson(text.replace(/^\uFEFF/, ''), read)
  } catch {
    return undefined
  }
}

const parseYaml = (text: string, name: string, read: ReadDigits): Json => {
  const document = parseDocument(text, { merge: true, logLevel: 'silent', intAsBigInt: /\d{16}/.test(text) })
  const [mistake] = document.errors
  if (mistake !== undefined) {
    const [position] = mistake.linePos ?? []
    const line = position === undefined ? '' : ` at line ${position.line}, column ${position.col}`
    const reason =
      (mistake.message.split(/ at line \d+/)[0] ?? '').split('\n')[0]?.replace(/[.:]?\s*$/, '') ?? ''
    throw new DocumentError(`${name} is neither JSON nor YAML${line}: ${reason}.`)
  }
  try {
    if (read !== readNumber)
      visit(document, {
        Pair: (_key, { value }) => {
          if (isScalar(value) && isNumber(value.value)) value.value = read(digitsOf(value))
        },
        Seq: (_key, { items }) => {
          for (const item of items)
            if (isScalar(item) && isNumber(item.value)) item.value = read(digitsOf(item))
        },
      })
    // Aliases become copies, and numbers that JSON does not know become null.
    return parseJson(writeJson(document.toJS()) ?? 'null')
  } catch (error) {
    throw new DocumentError(`${name} has YAML anchors that cannot be resolved: ${(error as Error).message}.`)
  }
}

/** A number as JSON writes it: the text of the source, unless that is a form of YAML alone (`0x1F`, `.5`). */
const digitsOf = ({ source, value }: { readonly source?: string; readonly value: unknown }): string =>
  source !== undefined && JSON_NUMBER.test(source) ? source : String(value)

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
