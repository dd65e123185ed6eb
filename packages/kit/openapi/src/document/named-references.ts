import { unlessUnresolved } from '@contract-kit/json-schema/schemas'
import { loadLibrary, readEntry } from './load-document.ts'
import { openEntry } from './open-document.ts'
import { visitReferences } from './visit-references.ts'

/** A reference that names its target, and the equivalent reference by path and JSON Pointer. */
interface NamedReference {
  /** JSON Pointer of the object that holds it. */
  readonly pointer: string
  readonly key: string
  /** The equivalent reference: relative to the file, percent-encoded. */
  readonly plain: string
}

/** By the URL of their file. */
export type NamedReferences = ReadonlyMap<string, readonly NamedReference[]>

/**
 * Finds the references of a document and its referenced documents that use `$id`, `$anchor` or `$self`. For tools that
 * support only paths and JSON Pointers. Throws {@link DocumentError} for a document that cannot be read.
 */
export const findNamedReferences = async (source: string): Promise<NamedReferences> => {
  const { uri, root } = await readEntry(source)
  const entry = openEntry(root, uri)
  const { documents, schemas } = await loadLibrary(entry, new Map())
  const locate = (base: string): string => (base === entry.entryUri ? uri : entry.locate(base))
  const files = [...documents].map(([base, document]) => {
    const file = locate(base)
    const found: NamedReference[] = []
    visitReferences(document, base, {
      reference(reference) {
        const { holder, key, pointer, isText } = reference
        const written = holder[key] as string
        if (isText || key === '$dynamicRef') return
        const isPlain = reference.base === base && /^(?:#|[^#:]*(?:#|$))(?:\/|$)/.test(written)
        const target = isPlain
          ? undefined
          : unlessUnresolved(() => schemas.resolve(schemas.node(base, pointer), written))
        if (target === undefined) return
        const path = relativeTo(file, locate(target.documentUri))
        found.push({ pointer, key, plain: `${path}#${encodePointer(target.pointer)}` })
      },
    })
    return [file, found] as const
  })
  return new Map(files.filter(([, found]) => found.length > 0))
}

const encodePointer = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/')

/** The relative path from one file to another, empty for the same file; the whole URL if they have different origins. */
const relativeTo = (from: string, to: string): string => {
  const [one, other] = [new URL(from), new URL(to)]
  if (from === to) return ''
  if (one.protocol !== other.protocol || one.host !== other.host) return to
  const below = one.pathname.split('/').slice(0, -1)
  const parts = other.pathname.split('/')
  const shared = below.findIndex((part, index) => part !== parts[index])
  const count = shared === -1 ? below.length : shared
  return [...below.slice(count).map(() => '..'), ...parts.slice(count)].join('/')
}
