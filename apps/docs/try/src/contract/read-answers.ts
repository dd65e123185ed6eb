import { isJsonObject, type JsonObject, toObject, toText } from '../json-object.ts'
import { followReference } from './follow-reference.ts'
import type { DeclaredAnswer, Link } from './operation.ts'
import { readExamples } from './read-examples.ts'

/** What the contract declares for each status. */
export function readAnswers(document: unknown, responses: JsonObject): ReadonlyMap<string, DeclaredAnswer> {
  return new Map(
    Object.entries(responses).map(([status, declared]) => {
      const response = followReference(document, declared)
      const media = toObject(toObject(response['content'])['application/json'])
      const links = Object.values(toObject(response['links']))
      return [
        status,
        {
          description: toText(response['description']),
          headers: Object.keys(toObject(response['headers'])).map((name) => name.toLowerCase()),
          examples: readExamples(document, media),
          links: links.map((link) => readLink(followReference(document, link))),
        },
      ]
    }),
  )
}

const readLink = (link: JsonObject): Link => ({
  operationId: toText(link['operationId']),
  description: toText(link['description']),
  parameters: toObject(link['parameters']),
  ...(isJsonObject(link['requestBody']) ? { requestBody: link['requestBody'] } : {}),
})
