import type { OpenApiDocument } from '@giftcards/contract'
import { type JsonObject, toList, toObject, toText } from '../json-object.ts'
import { followReference } from './follow-reference.ts'
import type { DeclaredBody, Operation } from './operation.ts'
import { readAnswers } from './read-answers.ts'
import { readExamples } from './read-examples.ts'
import { readKeyFields, readParameterFields } from './read-fields.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** Every operation of a document, in its order. */
export function readOperations(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => readOperation(document, { path, method, item, operation: toObject(item[method]) })),
  )
}

interface Place {
  readonly path: string
  readonly method: string
  readonly item: JsonObject
  readonly operation: JsonObject
}

function readOperation(document: OpenApiDocument, { path, method, item, operation }: Place): Operation {
  const schemes = toList(operation['security'] ?? document['security']).flatMap((one) =>
    Object.keys(toObject(one)).map((name) =>
      followReference(document, document.components?.['securitySchemes']?.[name]),
    ),
  )
  const parameters = [...toList(operation['parameters']), ...toList(item['parameters'])]
  const body = readBody(document, operation['requestBody'])
  return {
    id: toText(operation['operationId']),
    method: method.toUpperCase(),
    path,
    tag: toText(toList(operation['tags'])[0]),
    summary: toText(operation['summary']),
    description: toText(operation['description']),
    takesToken: schemes.some(({ type, scheme }) => type === 'http' && scheme === 'bearer'),
    fields: [...readKeyFields(schemes), ...readParameterFields(document, parameters)],
    ...(body === undefined ? {} : { body }),
    answers: readAnswers(document, toObject(operation['responses'])),
  }
}

function readBody(document: OpenApiDocument, declared: unknown): DeclaredBody | undefined {
  const media = toObject(toObject(followReference(document, declared)['content'])['application/json'])
  if (!('schema' in media)) return undefined
  return { schema: toObject(media['schema']), examples: readExamples(document, media) }
}
