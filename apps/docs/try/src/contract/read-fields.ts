import { type JsonObject, toList, toObject, toText } from '../json-object.ts'
import { followReference, referenceOf } from './follow-reference.ts'
import type { Field, FieldPlace } from './operation.ts'

const places: readonly string[] = ['path', 'query', 'header'] satisfies FieldPlace[]
const isPlace = (place: string): place is FieldPlace => places.includes(place)

// A page cannot choose it: the browser sends its own.
const setByBrowser = 'User-Agent'

/** The parameters of an operation as fields: what is in the address first, headers last. */
export function readParameterFields(document: unknown, parameters: readonly unknown[]): readonly Field[] {
  return parameters
    .flatMap((declared) => {
      const parameter = followReference(document, declared)
      const name = toText(parameter['name'])
      const place = toText(parameter['in'])
      if (!isPlace(place) || name === setByBrowser) return []
      const schema = followReference(document, parameter['schema'])
      const choices = 'const' in schema ? [schema['const']] : toList(schema['enum'])
      return [
        {
          id: `${place}.${name}`,
          name,
          place,
          required: parameter['required'] === true,
          description: toText(parameter['description']),
          example: toText(parameter['example'] ?? toList(schema['examples'])[0]),
          choices: choices.map(toText),
          schema,
          identity: referenceOf(declared) || `${place}.${name}`,
        },
      ]
    })
    .toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place))
}

/** The headers that carry a key of the caller (OpenAPI 3.1, Security Scheme Object of type `apiKey`). */
export function readKeyFields(schemes: readonly JsonObject[]): readonly Field[] {
  return schemes
    .filter(({ type, in: place }) => type === 'apiKey' && place === 'header')
    .map((scheme) => ({
      id: `header.${toText(scheme['name'])}`,
      name: toText(scheme['name']),
      place: 'header',
      required: true,
      description: toText(scheme['description']),
      example: '',
      choices: [],
      schema: toObject({ type: 'string' }),
      identity: `header.${toText(scheme['name'])}`,
    }))
}
