import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange, OtherIdentity } from '../../core/exchange.ts'
import { equalJson } from '@contract-kit/json-schema/json'
import { type ApiOperation, missingScopes } from '@contract-kit/openapi'
import { readListedItems } from '@contract-kit/resources/exchanges'
import {
  declaredOperation,
  describeResponse,
  requiresCredentials,
} from '../../checks/exchanges/exchange-facts.ts'
import { changedNames, movedNames } from '../../compare/changes.ts'
import { isSameId, outcomeOf, readCreated } from '../../compare/facts.ts'

/** An item was read by its owner (`own`), then by another identity. */
export const strangerRead = defineEvidence<{ create: Exchange; own: Exchange; read: Exchange }>(
  'item read by another identity',
)

/** A list was read by the owner of an item (`own`), then by another identity. */
export const strangerListed = defineEvidence<{ create: Exchange; own: Exchange; list: Exchange }>(
  'list read by another identity',
)

/**
 * Another identity changed an item, and the owner read it before and after. For an action, `once` is the read before `before`, which helps
 * to see its effect.
 */
export const strangerChanged = defineEvidence<{
  create: Exchange
  once: Exchange | undefined
  before: Exchange
  change: Exchange
  after: Exchange
}>('item changed by another identity')

/** Another identity deleted an item, and the owner read it before and after. */
export const strangerRemoved = defineEvidence<{
  create: Exchange
  before: Exchange
  remove: Exchange
  after: Exchange
}>('item deleted by another identity')

/**
 * Two identities got their account ids (`own` and `theirs`) from an operation about the caller. The owner read a resource below its account
 * (`shown`), then the other identity read it.
 */
export const strangerReadOwn = defineEvidence<{
  own: Exchange
  theirs: Exchange
  shown: Exchange
  read: Exchange
}>('account read by another identity')

/** Two identities sent the same creation with one idempotency key. */
export const keyShared = defineEvidence<{ own: Exchange; other: Exchange }>(
  'idempotency key of another identity',
)

/**
 * Credentials give no access to operations without the required scopes, or to items of another owner. Judged only if the run declares an
 * identity's scopes, or that it owns its items.
 */
export const credentialScopeRule: PropertyRule = {
  id: 'credential-scope',
  title: 'Credentials give too much access',
  severity: 'critical',
  oracles: [
    judges(strangerRead, ({ create, own, read }) =>
      showsTheSame(own, read) ? accuse(read, 'read', create) : [],
    ),
    judges(strangerReadOwn, ({ own, theirs, shown, read }) => {
      const isTold = !equalJson(own.response.json ?? null, theirs.response.json ?? null)
      return isTold && showsTheSame(shown, read) ? accuse(read, 'read', own, 'shows to') : []
    }),
    judges(strangerListed, ({ create, own, list }) =>
      listsTheSame(create, own, list) ? accuse(list, 'list', create) : [],
    ),
    judges(strangerChanged, ({ create, once, before, change, after }) => {
      if (outcomeOf(before) !== 'done' || outcomeOf(after) !== 'done') return []
      const moved = movedNames(change, { created: create, once, before, after })
      return [...changedNames(change, before, after), ...moved].length > 0
        ? accuse(change, 'change', create)
        : []
    }),
    judges(strangerRemoved, ({ create, before, remove, after }) =>
      outcomeOf(before) === 'done' && outcomeOf(after) === 'gone' ? accuse(remove, 'delete', create) : [],
    ),
    judges(keyShared, ({ own, other }) => (sharesKey(own, other) ? accuse(other, 'have', own) : [])),
  ],
  verify: (exchange) => judgeScopes(exchange),
}

/** Judges requests that test credentials; scenarios test ownership instead. */
const judgeScopes = (exchange: Exchange): readonly Finding[] => {
  const operation = declaredOperation(exchange)
  const { auth, identity, phase } = exchange.case
  const { status } = exchange.response
  if (operation === undefined || auth !== 'other' || phase === 'stateful' || identity === undefined) return []
  if (identity.isExpired || status < 200 || status > 299) return []
  const lack = whatLacks(operation, identity)
  if (lack === undefined) return []
  const message = `${describeResponse(exchange)} was returned to ${identity.name}, which ${lack}.`
  return [createFinding(credentialScopeRule, exchange, message, operation.security[0]?.pointer)]
}

/** Why an identity must not use an operation; undefined if it may. */
const whatLacks = (operation: ApiOperation, { schemes, scopes }: OtherIdentity): string | undefined => {
  const { security } = operation
  const accepted = security.flatMap((requirement) => requirement.schemes.map(({ name }) => name))
  const isOpen = security.some((requirement) => requirement.schemes.length === 0)
  if (
    security.length > 0 &&
    schemes.length > 0 &&
    !isOpen &&
    !accepted.some((name) => schemes.includes(name))
  )
    return `has only credentials of ${schemes.join(' and ')}, which the document does not accept here`
  const missing = scopes === undefined ? [] : missingScopes(operation, schemes, scopes)
  return missing.length === 0 ? undefined : `lacks the scope ${missing.join(' or ')}`
}

/** Reports a request by another identity, if the operation requires credentials. */
const accuse = (act: Exchange, deed: string, source: Exchange, verb = 'created for'): readonly Finding[] => {
  const operation = declaredOperation(act)
  const name = act.case.identity?.name
  if (operation === undefined || name === undefined || outcomeOf(act) === 'unknown') return []
  if (!requiresCredentials(act.document, operation)) return []
  const giver = source.case.operation?.id ?? 'POST'
  const message = `${describeResponse(act)} lets ${name} ${deed} an item that ${giver} ${verb} another identity.`
  return [createFinding(credentialScopeRule, act, message, operation.pointer, 'ownership')]
}

/**
 * Whether the response to another identity shows the item that the owner created with the same key. Short ids may be counted per identity.
 */
const sharesKey = (own: Exchange, other: Exchange): boolean => {
  const [mine, theirs] = [readCreated(own), readCreated(other)]
  return mine !== undefined && String(mine.id).length >= 12 && isSameId(mine.id, theirs?.id)
}

/** Ids may be counted per owner, so only equal content proves that it is the same item. */
const showsTheSame = (own: Exchange, read: Exchange): boolean => {
  if (outcomeOf(own) !== 'done' || outcomeOf(read) !== 'done') return false
  const [mine, theirs] = [own.response, read.response]
  if (mine.json === undefined || theirs.json === undefined)
    return mine.json === theirs.json && mine.text !== '' && mine.text === theirs.text
  return equalJson(mine.json, theirs.json)
}

const listsTheSame = (create: Exchange, own: Exchange, list: Exchange): boolean => {
  const created = readCreated(create)
  if (created === undefined) return false
  const [mine, theirs] = [own, list].map((one) =>
    outcomeOf(one) === 'done'
      ? readListedItems(created.resource, one)?.find(({ id }) => isSameId(id, created.id))
      : undefined,
  )
  return mine !== undefined && theirs !== undefined && equalJson(mine.value, theirs.value)
}
