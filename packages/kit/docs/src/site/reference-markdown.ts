import { type DocumentPage, toOperationAddress } from '../home-page.ts'
import { followReference, type JsonObject, referenceOf, toList, toObject, toText } from '../openapi/json.ts'
import type { DeclaredBody, Operation } from '../openapi/operations.ts'
import { toMarkdownCell, toMarkdownCode, toMarkdownTable, toMarkdownText } from './text.ts'

/** The reference of a document as Markdown, what stands beside its page: every operation, then the schemas they name. */
export function toReferenceMarkdown(page: DocumentPage): string {
  const { document, operations, label } = page
  const schemas = Object.entries(toObject(toObject(document['components'])['schemas']))
  return `${[
    `# ${toMarkdownText(label)}`,
    ...operations.map((operation) => toOperation(page, operation)),
    ...(schemas.length > 0 ? ['## Schemas'] : []),
    ...schemas.map(([name, schema]) => toSchema(document, name, schema)),
  ].join('\n\n')}\n`
}

function toOperation(page: DocumentPage, operation: Operation): string {
  const { id, isNamed, isWebhook, method, path, summary, description, parameters, bodies, responses } =
    operation
  return [
    `## ${toMarkdownText(summary)}`,
    `${isWebhook ? 'Webhook ' : ''}${toMarkdownCode(`${method} ${path}`)}${isNamed ? `, ${toMarkdownCode(id)}` : ''}${operation.isDeprecated ? ', deprecated' : ''} ([reference](${toOperationAddress(page.path, operation)}))`,
    description.trim(),
    parameters.length === 0
      ? ''
      : toMarkdownTable(
          ['Parameter', 'In', 'Type', 'Description'],
          parameters.map(({ name, place, required, schema, description: text }) => [
            toMarkdownCode(name),
            `${place}${required ? ', required' : ''}`,
            toTypeName(page.document, schema),
            toMarkdownCell(text),
          ]),
        ),
    ...bodies.map((body) => `Body: ${toBody(page.document, body)}${toExample(body)}`),
    responses.size === 0
      ? ''
      : toMarkdownTable(
          ['Response', 'Body', 'Description'],
          Array.from(responses, ([status, { description: text, bodies: content }]) => [
            status,
            content.map((body) => toBody(page.document, body)).join(', '),
            toMarkdownCell(text),
          ]),
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function toBody(document: JsonObject, { mediaType, schema }: DeclaredBody): string {
  return `${toMarkdownCode(mediaType)}${schema === undefined ? '' : ` ${toTypeName(document, schema)}`}`
}

function toExample({ examples }: DeclaredBody): string {
  const [first] = examples
  if (first === undefined) return ''
  const text = typeof first.value === 'string' ? first.value : JSON.stringify(first.value, null, 2)
  return `\n\n\`\`\`${typeof first.value === 'string' ? '' : 'json'}\n${text}\n\`\`\``
}

function toSchema(document: JsonObject, name: string, declared: unknown): string {
  const schema = followReference(document, declared)
  const required = new Set(toList(schema['required']).map(toText))
  const properties = Object.entries(toObject(schema['properties']))
  return [
    `### ${toMarkdownText(name)}`,
    toText(schema['description']).trim(),
    properties.length === 0
      ? toTypeName(document, schema)
      : toMarkdownTable(
          ['Property', 'Type', 'Description'],
          properties.map(([property, value]) => [
            `${toMarkdownCode(property)}${required.has(property) ? ', required' : ''}`,
            toTypeName(document, value),
            toMarkdownCell(toText(followReference(document, value)['description'])),
          ]),
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The type of a schema in a few words, as Markdown: `Ship[]`, `string (date)`, `"a" or "b"`. */
function toTypeName(document: JsonObject, declared: unknown, depth = 0): string {
  const reference = referenceOf(declared)
  if (reference.startsWith('#/components/schemas/')) return toMarkdownCode(reference.slice(21))
  const schema = followReference(document, declared)
  const choices = 'const' in schema ? [schema['const']] : toList(schema['enum'])
  if (choices.length > 0) return choices.map((choice) => toMarkdownCode(JSON.stringify(choice))).join(' or ')
  const branches = [...toList(schema['oneOf']), ...toList(schema['anyOf'])]
  const join = branches.length > 0 ? ' or ' : ' and '
  const parts = branches.length > 0 ? branches : toList(schema['allOf'])
  if (parts.length > 0 && depth < 3)
    return parts.map((part) => toTypeName(document, part, depth + 1)).join(join)
  const types = typeof schema['type'] === 'string' ? [schema['type']] : toList(schema['type']).map(toText)
  if (types[0] === 'array' && depth < 3) {
    const item = toTypeName(document, schema['items'], depth + 1)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  const format = toText(schema['format'])
  return toMarkdownText(`${types.join(' or ') || 'any'}${format === '' ? '' : ` (${format})`}`)
}
