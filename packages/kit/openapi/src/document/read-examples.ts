import { appendTokens, type Json, tryJson } from '@contract-kit/json-schema/json'
import { keywordOf, resolveUri, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf, type NamedExample } from './api-document.ts'
import { asObject, findText, followReference, mapEntries, type Part } from './document-part.ts'

/**
 * The documented examples of a parameter, header or media type: its `example` and `examples`, else those of its schema.
 * An `externalValue` that cannot be read is left out. Others are parsed by `contentType`.
 */
export const readExamples = (
  part: Part,
  schema: SchemaNode | undefined,
  contentType: string,
): readonly NamedExample[] => {
  const own = [...exampleOf(part), ...namedExamples(part, contentType)]
  return own.length > 0 || schema === undefined ? own : schemaExamples(schema)
}

const exampleOf = (part: Part): readonly NamedExample[] => {
  const { value } = asObject(part)
  if (!Object.hasOwn(value, 'example')) return []
  const { documentUri, pointer } = part
  return [
    {
      name: 'example',
      summary: '',
      value: value['example'] as Json,
      documentUri,
      pointer: appendTokens(pointer, 'example'),
    },
  ]
}

const namedExamples = (part: Part, contentType: string): readonly NamedExample[] =>
  mapEntries(part, 'examples').flatMap(([name, entry]) => {
    const example = asObject(followReference(entry))
    const { documentUri, pointer } = example
    const summary = example.value['summary']
    const named = { name, summary: typeof summary === 'string' ? summary : '', documentUri }
    const key = ['value', 'dataValue'].find((candidate) => Object.hasOwn(example.value, candidate))
    if (key !== undefined)
      return [{ ...named, value: example.value[key] as Json, pointer: appendTokens(pointer, key) }]
    const [source, text] = textOf(example, contentType)
    const value = text === undefined ? undefined : parseText(text, contentType)
    return value === undefined ? [] : [{ ...named, value, pointer: appendTokens(pointer, source) }]
  })

/** The value of an example that is text: a file, or `serializedValue` (OpenAPI 3.2) if its media type can be parsed. */
const textOf = (example: Part, contentType: string): readonly [key: string, text: string | undefined] => {
  const serialized = findText(example, 'serializedValue')
  if (serialized !== undefined && /([/+]json|^text\/plain)$/.test(essenceOf(contentType)))
    return ['serializedValue', serialized]
  const reference = findText(example, 'externalValue')
  const uri = reference === undefined ? '' : resolveUri(reference, example.documentUri).uri
  return ['externalValue', example.library.texts.get(uri)]
}

const parseText = (text: string, contentType: string): Json | undefined =>
  /[/+]json$/.test(essenceOf(contentType)) ? tryJson(text)?.value : text

const schemaExamples = (node: SchemaNode): readonly NamedExample[] => {
  const { documentUri, pointer } = node
  const example = keywordOf(node, 'example')
  if (example !== undefined)
    return [
      {
        name: 'example',
        summary: '',
        value: example,
        documentUri,
        pointer: appendTokens(pointer, 'example'),
      },
    ]
  const examples = keywordOf(node, 'examples')
  if (Array.isArray(examples))
    return examples.map((value, index) => ({
      name: String(index),
      summary: '',
      value,
      documentUri,
      pointer: appendTokens(pointer, 'examples', index),
    }))
  const reference = keywordOf(node, '$ref')
  return typeof reference === 'string' ? schemaExamples(node.set.resolve(node, reference)) : []
}
