import { appendTokens } from '@contract-kit/json-schema/json'
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
  placeOf,
  type Part,
  tellPlace,
} from './document-part.ts'

/** The declared security schemes by name, and the errors of others: reported only if an operation needs them. */
export interface DeclaredSecurity {
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  readonly failures: ReadonlyMap<string, string>
}

/** Reads `components.securitySchemes`. */
export const readSecuritySchemes = (root: Part): DeclaredSecurity => {
  const components = findObject(root, 'components')
  const schemes = new Map<string, SecurityScheme>()
  const failures = new Map<string, string>()
  for (const [name, entry] of components === undefined ? [] : mapEntries(components, 'securitySchemes'))
    try {
      schemes.set(name, readScheme(name, asObject(followReference(entry))))
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      failures.set(name, error.message)
    }
  return { schemes, failures }
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
    ...placeOf(part),
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

/** The requirements of an operation: its own `security` if present, else that of the document. */
export const readSecurity = (
  operation: ObjectPart,
  root: ObjectPart,
  declared: DeclaredSecurity,
): readonly SecurityRequirement[] =>
  listItems(Object.hasOwn(operation.value, 'security') ? operation : root, 'security').map((item) =>
    readRequirement(item, declared),
  )

const readRequirement = (item: Part, { schemes, failures }: DeclaredSecurity): SecurityRequirement => {
  const { documentUri, pointer, value } = asObject(item)
  return {
    documentUri,
    pointer,
    schemes: Object.entries(value).map(([name, scopes]) => {
      if (!schemes.has(name))
        throw new DocumentError(
          failures.get(name) ??
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
