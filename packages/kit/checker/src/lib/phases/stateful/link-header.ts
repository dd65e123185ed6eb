/** One link of a `Link` header, and how it relates to the answer. */
export interface HeaderLink {
  readonly reference: string
  /** Relation types in lower case: `next`. */
  readonly relations: readonly string[]
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i

/** The links of a `Link` header (RFC 8288, section 3); what cannot be read is passed over. */
export const parseLinkHeader = (header: string): readonly HeaderLink[] =>
  [...header.matchAll(LINK)].map(([, reference = '', parameters = '']) => {
    const [, quoted, plain] = RELATION.exec(parameters) ?? []
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/)
    return { reference, relations: relations.filter((relation) => relation !== '') }
  })
