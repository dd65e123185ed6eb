import type { ApiParameter, ParameterLocation } from './api-document.ts'
import { DocumentError } from './document-error.ts'
import {
  asObject,
  findFlag,
  findText,
  getChoice,
  getText,
  listItems,
  type ObjectPart,
} from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import { tellPlace, type Part } from './part.ts'
import { readExamples } from './read-examples.ts'
import { readContent } from './read-media.ts'
import { readSchema } from './read-schema.ts'

const LOCATIONS: readonly ParameterLocation[] = ['path', 'query', 'header', 'cookie']

/** Styles that each location may use, the default first (OpenAPI 3.1, "Parameter Object": `style`). */
const STYLES: Readonly<Record<ParameterLocation, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

/** Header parameters that the document describes elsewhere: a definition under `parameters` is to be ignored. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Parameters by location and name, so that those of the operation override those of its path. Later lists win. */
export const readParameters = (parts: readonly Part[]): readonly ApiParameter[] => {
  const parameters = new Map<string, ApiParameter>()
  for (const part of parts)
    for (const item of listItems(part, 'parameters')) {
      const parameter = readParameter(asObject(followReference(item)))
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      if (parameter.in !== 'header' || !IGNORED_HEADERS.has(name))
        parameters.set(`${parameter.in} ${name}`, parameter)
    }
  return [...parameters.values()]
}

const readParameter = (part: ObjectPart): ApiParameter => {
  const location = getChoice(part, 'in', LOCATIONS)
  const content = readContent(part)
  if (content.length > 1)
    throw new DocumentError(
      `\`content\` at ${tellPlace(part)} must have one media type, not ${content.length}.`,
    )
  const [media] = content
  const schema = media === undefined ? readSchema(part, 'schema') : media.schema
  const style =
    findText(part, 'style') === undefined
      ? (STYLES[location][0] as string)
      : getChoice(part, 'style', STYLES[location])
  const own = readExamples(part, media === undefined ? schema : undefined, '')
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    name: getText(part, 'name'),
    in: location,
    required: location === 'path' || findFlag(part, 'required') === true,
    schema,
    style,
    explode: findFlag(part, 'explode') ?? style === 'form',
    allowReserved: location === 'query' && findFlag(part, 'allowReserved') === true,
    contentType: media?.contentType,
    examples: own.length > 0 ? own : (media?.examples ?? []),
  }
}
