import { type DocumentPage, toOperationAddress } from '../home-page.ts'
import { appendTokens, isObject, parsePointer, writeJson } from '@contract-kit/json-schema/json'
import {
  findKeyword,
  findReferenced,
  keywordOf,
  type SchemaNode,
  schemasAt,
} from '@contract-kit/json-schema/schemas'
import type { ApiCallback, ApiMedia } from '@contract-kit/openapi'
import { toList, toObject, toText } from '../openapi/json.ts'
import { bodiesOf, describeParameter, type Operation, toShownText } from '../openapi/operations.ts'
import { toMarkdownCell, toMarkdownCode, toMarkdownTable, toMarkdownText } from './text.ts'

/** The reference of a document as Markdown: every operation, then the schemas that they refer to. */
export function toReferenceMarkdown(page: DocumentPage): string {
  const { document, operations, label } = page
  const { schemas } = toObject(document.raw['components'])
  return `${[
    `# ${toMarkdownText(label)}`,
    ...operations.map((operation) => toOperation(page, operation)),
    ...(isObject(schemas) && Object.keys(schemas).length > 0 ? ['## Schemas'] : []),
    ...Object.keys(toObject(schemas)).map((name) =>
      toSchema(name, document.schemas.node(document.uri, appendTokens(schemasPointer, name))),
    ),
  ].join('\n\n')}\n`
}

const schemasPointer = '/components/schemas'

function toOperation(page: DocumentPage, operation: Operation): string {
  const { id, isNamed, isWebhook, method, path, summary, description, parameters, queryString, responses } =
    operation
  return [
    `## ${toMarkdownText(summary)}`,
    `${isWebhook ? 'Webhook ' : ''}${toMarkdownCode(`${method} ${path}`)}${isNamed ? `, ${toMarkdownCode(id)}` : ''}${operation.isDeprecated ? ', deprecated' : ''} ([reference](${toOperationAddress(page.path, operation)}))`,
    description.trim(),
    parameters.length === 0
      ? ''
      : toMarkdownTable(
          ['Parameter', 'In', 'Type', 'Description'],
          parameters.map((parameter) => [
            toMarkdownCode(parameter.name),
            `${parameter.in}${parameter.required ? ', required' : ''}`,
            toTypeName(parameter.schema),
            toMarkdownCell(describeParameter(parameter)),
          ]),
        ),
    queryString === undefined ? '' : `Query string: ${toBody(queryString)}`,
    ...bodiesOf(operation).map((body) => `Body: ${toBody(body)}${toExample(body)}`),
    responses.size === 0
      ? ''
      : toMarkdownTable(
          ['Response', 'Body', 'Headers', 'Description'],
          Array.from(responses, ([status, { description: text, media, headers }]) => [
            status,
            media.map(toBody).join(', '),
            headers.map(({ name, schema }) => `${toMarkdownCode(name)} ${toTypeName(schema)}`).join(', '),
            toMarkdownCell(text),
          ]),
        ),
    ...operation.callbacks.map(toCallback),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function toCallback({ name, operation }: ApiCallback): string {
  const { id, method, path } = operation
  const sent = [...new Set([`${method} ${path}`, id])].map(toMarkdownCode)
  return `Callback ${toMarkdownCode(name)}: ${[...sent, ...bodiesOf(operation).map(toBody)].join(', ')}`
}

function toBody({ contentType, schema }: ApiMedia): string {
  return `${toMarkdownCode(contentType)}${schema === undefined ? '' : ` ${toTypeName(schema)}`}`
}

function toExample({ examples }: ApiMedia): string {
  const [first] = examples
  if (first === undefined) return ''
  return `\n\n\`\`\`${typeof first.value === 'string' ? '' : 'json'}\n${toShownText(first.value)}\n\`\`\``
}

function toSchema(name: string, node: SchemaNode): string {
  const schema = followAll(node)
  const required = new Set(toList(keywordOf(schema, 'required')).map(toText))
  const properties = Object.keys(toObject(keywordOf(schema, 'properties')))
  return [
    `### ${toMarkdownText(name)}`,
    describeSchema(node).trim(),
    properties.length === 0
      ? toTypeName(schema)
      : toMarkdownTable(
          ['Property', 'Type', 'Description'],
          properties.map((property) => {
            const value = schema.set.child(schema, 'properties', property)
            return [
              `${toMarkdownCode(property)}${required.has(property) ? ', required' : ''}`,
              toTypeName(value),
              toMarkdownCell(describeSchema(value)),
            ]
          }),
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The type of a schema in a few words, as Markdown: `Ship[]`, `string (date)`, `"a" or "b"`. */
function toTypeName(declared: SchemaNode | undefined, depth = 0): string {
  if (declared === undefined) return 'any'
  const referred = findReferenced(declared)
  if (referred !== undefined) {
    const [, section, name, ...below] = parsePointer(referred.pointer)
    if (section === 'schemas' && name !== undefined && below.length === 0) return toMarkdownCode(name)
  }
  const schema = followAll(declared)
  const only = keywordOf(schema, 'const')
  const choices = only === undefined ? toList(keywordOf(schema, 'enum')) : [only]
  if (choices.length > 0) return choices.map((choice) => toMarkdownCode(writeJson(choice))).join(' or ')
  const branches = [...schemasAt(schema, 'oneOf'), ...schemasAt(schema, 'anyOf')]
  const join = branches.length > 0 ? ' or ' : ' and '
  const parts = branches.length > 0 ? branches : schemasAt(schema, 'allOf')
  if (parts.length > 0 && depth < 3) return parts.map((part) => toTypeName(part, depth + 1)).join(join)
  const type = keywordOf(schema, 'type')
  const types = typeof type === 'string' ? [type] : toList(type).map(toText)
  if (types[0] === 'array' && depth < 3) {
    const item = toTypeName(schemasAt(schema, 'items')[0], depth + 1)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  const format = toText(keywordOf(schema, 'format'))
  return toMarkdownText(`${types.join(' or ') || 'any'}${format === '' ? '' : ` (${format})`}`)
}

/** The schema after following its references. */
function followAll(schema: SchemaNode): SchemaNode {
  const referred = findReferenced(schema)
  return referred === undefined ? schema : followAll(referred)
}

const describeSchema = (schema: SchemaNode): string => toText(findKeyword(schema, 'description'))
