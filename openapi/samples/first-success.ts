import {
  type ApiDocument,
  dereference,
  type ExampleObject,
  type OperationObject,
  type SchemaObject,
} from './api-document.ts'

/** An operation's answer with the lowest status of success. */
export interface Success {
  readonly schema: SchemaObject
  /** How its first example is reached. */
  readonly recipe: NonNullable<ExampleObject['x-request']>
  /** Whether a new token in the header `authorization` always comes with it. */
  readonly issuesToken: boolean
}

/** Finds the first success of an operation; throws where the contract has no example of it. */
export function firstSuccess(document: ApiDocument, { operationId, responses }: OperationObject): Success {
  const [success] = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .toSorted(([one], [other]) => Number(one) - Number(other))
  if (success === undefined) throw new Error(`${operationId} has no success`)
  const { content, headers } = dereference(document, success[1])
  const { schema, examples = {} } = content?.['application/json'] ?? {}
  const recipe = Object.values(examples)[0]?.['x-request']
  if (schema === undefined || recipe === undefined) {
    throw new Error(`No example of ${operationId} ${success[0]} says how it is reached`)
  }
  const header = headers?.['authorization']
  return {
    schema,
    recipe,
    issuesToken: header !== undefined && dereference(document, header).required === true,
  }
}
