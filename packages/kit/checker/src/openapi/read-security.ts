import { appendTokens } from '../json-schema/base/json.ts'
import type { SecurityRequirement, SecurityScheme } from './api-document.ts'
import {
  asObject,
  DocumentError,
  findObject,
  findText,
  followReference,
  getChoice,
  getText,
  isTextList,
  listItems,
  mapEntries,
  type ObjectPart,
  type Part,
  tellPlace,
} from './document-part.ts'

/** The declared security schemes by name. */
export const readSecuritySchemes = (root: Part): ReadonlyMap<string, SecurityScheme> => {
  const components = findObject(root, 'components')
  const entries = components === undefined ? [] : mapEntries(components, 'securitySchemes')
  return new Map(entries.map(([name, entry]) => [name, readScheme(name, asObject(followReference(entry)))]))
}

const readScheme = (name: string, part: ObjectPart): SecurityScheme => {
  const type = getChoice<SecurityScheme['type']>(part, 'type', [
    'apiKey',
    'http',
    'oauth2',
    'openIdConnect',
    'mutualTLS',
  ])
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    name,
    type,
    in:
      type === 'apiKey'
        ? getChoice<'query' | 'header' | 'cookie'>(part, 'in', ['query', 'header', 'cookie'])
        : undefined,
    parameterName: type === 'apiKey' ? getText(part, 'name') : undefined,
    scheme: type === 'http' ? getText(part, 'scheme').toLowerCase() : findText(part, 'scheme')?.toLowerCase(),
  }
}

/** The requirements of an operation: its own, where it has `security` at all, else those of the document. */
export const readSecurity = (
  operation: ObjectPart,
  root: ObjectPart,
  schemes: ReadonlyMap<string, SecurityScheme>,
): readonly SecurityRequirement[] =>
  listItems(Object.hasOwn(operation.value, 'security') ? operation : root, 'security').map((item) =>
    readRequirement(item, schemes),
  )

const readRequirement = (item: Part, schemes: ReadonlyMap<string, SecurityScheme>): SecurityRequirement => {
  const { documentUri, pointer, value } = asObject(item)
  return {
    documentUri,
    pointer,
    schemes: Object.entries(value).map(([name, scopes]) => {
      if (!schemes.has(name))
        throw new DocumentError(
          `${tellPlace(item)} asks for the security scheme ${name}, which components.securitySchemes does not declare.`,
        )
      if (!isTextList(scopes))
        throw new DocumentError(
          `${tellPlace({ ...item, pointer: appendTokens(pointer, name) })} must be a list of texts.`,
        )
      return { name, scopes }
    }),
  }
}
