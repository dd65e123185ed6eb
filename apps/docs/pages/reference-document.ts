import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** A bundled document, as far as it is changed for its page. */
interface ReferenceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * The bundled document with code samples, each operation's description begun with its name: the name is that of the
 * client's method, and the viewer neither shows it nor finds it otherwise.
 */
export function readReferenceDocument(name: 'openapi' | 'sandbox'): ReferenceDocument {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.docs.yaml`))
  const document: ReferenceDocument = parse(readFileSync(file, 'utf8'))
  return withNamesShown(document)
}

/** The document, each operation's description begun with its name in code. */
export function withNamesShown<Document extends ReferenceDocument>(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, toNamed(value)])),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function toNamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('operationId' in value)) return value
  const { operationId, description = '' } = value as { operationId: string; description?: string }
  return { ...value, description: `\`${operationId}\` — ${description}` }
}
