import type { ApiOperation } from '@contract-kit/openapi'
import type { Producer, Resource, ResourceGraph } from '@contract-kit/resources'
import { evaluateExpressions, isId } from '@contract-kit/resources/exchanges'
import type { Exchange, OtherIdentity } from '../../core/exchange.ts'
import { isSameId } from '../../compare/facts.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import { strangerReadOwn } from './oracle.ts'

/**
 * A resource below an account id, such as `/accounts/{accountId}/profile`, belongs to that account. Only an operation about the caller
 * returns the id, and the read documents a 403 without requiring other scopes.
 */
export const planOwnAccount = (
  resource: Resource,
  graph: ResourceGraph,
  stranger: OtherIdentity,
): readonly Scenario[] => {
  const { create, read, patch, replace, name } = resource
  if (create !== undefined || read === undefined || (patch ?? replace) === undefined) return []
  const { operation } = read
  const places = operation.parameters.filter(({ in: location }) => location === 'path')
  const account = graph.bindings(operation).find(({ location }) => location === 'path')
  const [producer] = account?.producers ?? []
  if (account?.resource === undefined || producer === undefined || places.length !== 1) return []
  if (!account.producers.every((one) => isAboutCaller(one) && mayForbid(operation, one.operation))) return []
  const { resource: owner } = account
  const title = `other identities have no access to the ${name} of an account`
  return [
    defineScenario(`own-account ${resource.key}`, operation, title, (walk) =>
      readOfOther(walk, owner, operation, { producer, stranger }),
    ),
  ]
}

/** Whether an operation has no input that determines the returned id. */
const isAboutCaller = ({ operation, expression }: Producer): boolean =>
  operation.method === 'GET' &&
  operation.parameters.every(({ in: location, required }) => location !== 'path' && !required) &&
  expression.startsWith('$response.body#') &&
  !expression.includes('*')

/** Whether a 403 can only refer to the id in the path. */
const mayForbid = (read: ApiOperation, caller: ApiOperation): boolean =>
  read.responses.has('403') &&
  !caller.responses.has('403') &&
  read.security.every(({ schemes }) => schemes.every(({ scopes }) => scopes.length === 0))

const readOfOther = async (
  walk: Walk,
  owner: Resource,
  read: ApiOperation,
  { producer, stranger }: { readonly producer: Producer; readonly stranger: OtherIdentity },
): Promise<void> => {
  const { operation, expression } = producer
  const idIn = (exchange: Exchange) =>
    isDone(exchange) ? evaluateExpressions(expression, exchange).find(isId) : undefined
  const own = await walk.send(operation)
  const theirs = await walk.send(operation, { identity: stranger })
  const [value, other] = [idIn(own), idIn(theirs)]
  if (value === undefined || other === undefined || isSameId(value, other)) return
  walk.ids.set(owner, { value, source: `${operation.id} ${expression}` })
  const shown = await walk.send(read)
  if (!isDone(shown)) return
  walk.show(strangerReadOwn, { own, theirs, shown, read: await walk.send(read, { identity: stranger }) })
}
