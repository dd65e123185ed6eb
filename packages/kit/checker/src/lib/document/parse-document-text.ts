import { parseDocument } from 'yaml'
import type { Json } from '../schema/json.ts'
import { BoundedCache } from '../text/bounded-cache.ts'
import { DocumentError } from './document-error.ts'

/** Reading YAML takes a tenth of a second for a middling document, and a file is read again by every run. */
const known = new BoundedCache<{ readonly root: Json }>(8)

/** Parses JSON or YAML 1.2; `name` says in the message which document is meant. Throws {@link DocumentError} with the line. */
export const parseDocumentText = (text: string, name: string): Json =>
  parseJson(text) ?? known.get(text, () => ({ root: parseYaml(text, name) })).root

// JSON is YAML, but its own parser is a hundred times faster. What it refuses, YAML may take, or tell the line.
const parseJson = (text: string): Json | undefined => {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json
  } catch {
    return undefined
  }
}

const parseYaml = (text: string, name: string): Json => {
  const document = parseDocument(text, { merge: true, logLevel: 'silent' })
  const [mistake] = document.errors
  if (mistake !== undefined) {
    const [position] = mistake.linePos ?? []
    const line = position === undefined ? '' : ` at line ${position.line}, column ${position.col}`
    const reason =
      (mistake.message.split(/ at line \d+/)[0] ?? '').split('\n')[0]?.replace(/[.:]?\s*$/, '') ?? ''
    throw new DocumentError(`${name} is neither JSON nor YAML${line}: ${reason}.`)
  }
  try {
    // Aliases become copies, and numbers that JSON does not know become null.
    return JSON.parse(JSON.stringify(document.toJS()) ?? 'null') as Json
  } catch (error) {
    throw new DocumentError(`${name} has YAML anchors that cannot be resolved: ${(error as Error).message}.`)
  }
}
