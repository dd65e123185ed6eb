import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson } from '@contract-kit/json-schema/json'
import { missingScopes } from '@contract-kit/openapi'
import { readListedItems } from '@contract-kit/resources/exchanges'
import {
  declaredOperation,
  describeAnswer,
  isDeclared,
  requiresCredentials,
} from '../../checks/exchanges/exchange-facts.ts'
import { changedNames, movedNames } from '../failed-change-side-effects/oracle.ts'
import { findCreated, findStep, isSameId, outcomeOf, readCreated } from '../../compare/facts.ts'

/**
 * Credentials give no access to operations whose scopes they lack, or to items of another owner. Keeps silent unless the run declares the
 * scopes of an identity, or that it owns the items that it creates.
 */
export const credentialScope: Check = defineCheck({
  id: 'credential-scope',
  title: 'Credentials give too much access',
  severity: 'critical',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => [...judgeScopes(exchange), ...judgeOwnership(exchange)],
})

const judgeScopes = (exchange: Exchange): readonly Finding[] => {
  const operation = declaredOperation(exchange)
  const { auth, identity, step } = exchange.case
  const { status } = exchange.answer
  if (operation === undefined || auth !== 'other' || step !== undefined || identity?.scopes === undefined)
    return []
  const missing = missingScopes(operation, identity.schemes, identity.scopes)
  if (identity.isExpired || missing.length === 0 || status < 200 || status > 299) return []
  const message = `${describeAnswer(exchange)} was returned to ${identity.name}, which lacks the scope ${missing.join(' or ')}.`
  return [createFinding(credentialScope, exchange, message, operation.security[0]?.pointer)]
}

const judgeOwnership = (exchange: Exchange): readonly Finding[] => {
  const { step } = exchange.case
  const act = step === 'owner-read-after' ? exchange.history.at(-1) : exchange
  const operation = act && declaredOperation(act)
  const name = act?.case.identity?.name
  if (act === undefined || operation === undefined || name === undefined || outcomeOf(act) === 'unknown')
    return []
  if (!requiresCredentials(exchange.document, operation)) return []
  const deed = deedOf(exchange, act)
  if (deed === undefined) return []
  const owner = findStep(exchange, 'create', 'owner-key')?.case.operation?.id ?? 'POST'
  const message = `${describeAnswer(act)} lets ${name} ${deed} an item that ${owner} created for another identity.`
  return [createFinding(credentialScope, act, message, operation.pointer, 'ownership')]
}

/** Names what the other identity did; undefined if nothing shows that it did so to this very item. */
const deedOf = (exchange: Exchange, act: Exchange): string | undefined => {
  const { step } = exchange.case
  if (step === 'stranger-read')
    return showsTheSame(exchange, findStep(exchange, 'owner-read')) ? 'read' : undefined
  if (step === 'stranger-key') return sharesKey(exchange) ? 'have' : undefined
  if (step === 'stranger-list') return listsTheSame(exchange) ? 'list' : undefined
  const before = findStep(act, 'owner-read', 'owner-read-after')
  if (step !== 'owner-read-after' || before === undefined || outcomeOf(before) !== 'done') return undefined
  if (act.case.step === 'stranger-delete') return outcomeOf(exchange) === 'gone' ? 'delete' : undefined
  if (act.case.step !== 'stranger-change' || outcomeOf(exchange) !== 'done') return undefined
  const names = [...changedNames(act, before, exchange), ...movedNames(act, before, exchange)]
  return names.length > 0 ? 'change' : undefined
}

/**
 * Whether the response to another identity shows the item that this one created by the same key. Short ids may be counted for each
 * identity.
 */
const sharesKey = (exchange: Exchange): boolean => {
  const own = findCreated(exchange, 'owner-key')
  const theirs = readCreated(exchange)
  return own !== undefined && String(own.id).length >= 12 && isSameId(own.id, theirs?.id)
}

/** Ids may be counted for each owner, so only the whole content proves that it is the same item. */
const showsTheSame = (exchange: Exchange, own: Exchange | undefined): boolean => {
  if (own === undefined || outcomeOf(own) !== 'done' || outcomeOf(exchange) !== 'done') return false
  const [mine, theirs] = [own.answer, exchange.answer]
  if (mine.json === undefined || theirs.json === undefined)
    return mine.json === theirs.json && mine.text !== '' && mine.text === theirs.text
  return equalJson(mine.json, theirs.json)
}

const listsTheSame = (exchange: Exchange): boolean => {
  const own = findStep(exchange, 'owner-list')
  const created = findCreated(exchange)
  if (own === undefined || created === undefined) return false
  const [mine, theirs] = [own, exchange].map((list) =>
    outcomeOf(list) === 'done'
      ? readListedItems(created.resource, list)?.find(({ id }) => isSameId(id, created.id))
      : undefined,
  )
  return mine !== undefined && theirs !== undefined && equalJson(mine.value, theirs.value)
}
