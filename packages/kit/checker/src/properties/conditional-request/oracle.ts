import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeResponse, requestHeader } from '../../checks/exchanges/exchange-facts.ts'
import { accuseBoth, outcomeOf } from '../../compare/facts.ts'
import { showsChange } from '../../compare/things.ts'
import { changedItemRead, createdItemRead } from '../../scenarios/evidence.ts'

/** A read was repeated with the entity tag of `first` in `If-None-Match`. */
export const readUnchanged = defineEvidence<{ first: Exchange; repeated: Exchange }>('read unless unchanged')

/** A read was sent with another entity tag in `If-None-Match`. */
export const readOther = defineEvidence<{ read: Exchange }>('read unless in another state')

/** A change or deletion was sent with a false condition. */
export const changeUnmet = defineEvidence<{ change: Exchange }>('change on an unmet condition')

/** A change was sent with `If-Match: *`. */
export const changeOfAny = defineEvidence<{ change: Exchange }>('change on any state')

/** A change was sent with a true condition, between two reads. */
export const changeMet = defineEvidence<{ before: Exchange; change: Exchange; after: Exchange }>(
  'change on a met condition',
)

/**
 * The server evaluates conditions (RFC 9110, 13.1). If it documents 304, it does not resend unchanged content. If it documents 412, it
 * rejects a change of an outdated state. It accepts requests whose condition is true, and an entity tag identifies one state.
 */
export const conditionalRequestRule: PropertyRule = {
  id: 'conditional-request',
  title: 'Condition of the request is ignored',
  severity: 'medium',
  oracles: [
    judges(readUnchanged, ({ first, repeated }) => judgeUnchanged(first, repeated)),
    judges(readOther, ({ read }) =>
      read.response.status === 304
        ? accuse(read, 'is wrong: If-None-Match names another entity tag', 'other')
        : [],
    ),
    judges(changeUnmet, ({ change }) => judgeUnmet(change)),
    judges(changeOfAny, ({ change }) =>
      change.response.status === 412 ? accuse(change, 'rejects If-Match: *, but the item exists', 'met') : [],
    ),
    judges(changeMet, ({ before, change, after }) => [
      ...(change.response.status === 412 && tagOf(after) !== undefined && tagOf(after) === tagOf(before)
        ? accuse(change, 'rejects an If-Match that names the current entity tag', 'met')
        : []),
      ...judgeTagOfChange(before, change, after),
    ]),
    judges(changedItemRead, ({ before, change, read }) =>
      before === undefined ? [] : judgeTagOfChange(before, change, read),
    ),
    judges(createdItemRead, ({ create, read }) => judgeTagOfCreation(create, read)),
  ],
}

const accuse = (exchange: Exchange, clause: string, kind: string): readonly Finding[] => [
  createFinding(
    conditionalRequestRule,
    exchange,
    `${describeResponse(exchange)} ${clause}.`,
    undefined,
    `condition-${kind}`,
  ),
]

const tagOf = (exchange: Exchange): string | undefined => exchange.response.header('etag')

const judgeUnchanged = (first: Exchange, repeated: Exchange): readonly Finding[] => {
  const tag = tagOf(repeated)
  // The state of some items, such as jobs, changes on its own, together with the tag.
  if (outcomeOf(repeated) === 'done' && tag !== undefined && tag === tagOf(first))
    return accuse(
      repeated,
      'should be the documented 304: the current entity tag matches If-None-Match',
      'unchanged',
    )
  return repeated.response.status === 304 && tag === undefined
    ? accuse(repeated, 'omits the entity tag that the 200 response has', 'unchanged')
    : []
}

const judgeUnmet = (change: Exchange): readonly Finding[] => {
  if (outcomeOf(change) !== 'done') return []
  const match = requestHeader(change.case.request, 'if-match')
  if (match === undefined)
    return accuse(
      change,
      'should be the documented 412: the item exists, and If-None-Match excludes that',
      'absent',
    )
  return match.startsWith('W/')
    ? accuse(change, 'should be the documented 412: a weak entity tag never matches If-Match', 'weak')
    : accuse(change, 'should be the documented 412: the current entity tag does not match If-Match', 'stale')
}

/** A created item has the same tag as in the next read. Skipped if the document declares no tags: see {@link promisesTag}. */
const judgeTagOfCreation = (create: Exchange, read: Exchange): readonly Finding[] => {
  if (create.response.status !== 201 || outcomeOf(read) !== 'done' || tagOf(read) === undefined) return []
  if (!promisesTag(read) && !promisesTag(create)) return []
  const isOther = tagOf(create) !== undefined && opaqueTag(create) !== opaqueTag(read)
  const message = `${describeResponse(create)} has another entity tag than the created item.`
  return isOther && hasSameContent(create, read)
    ? [createFinding(conditionalRequestRule, create, message, undefined, 'new')]
    : []
}

/** A strong tag changes with every visible change (RFC 9110, 8.8.1). Skipped if the document declares no tags: see {@link promisesTag}. */
const judgeTagOfChange = (before: Exchange, change: Exchange, read: Exchange): readonly Finding[] => {
  const tag = tagOf(read)
  if (tag === undefined || tag.startsWith('W/') || tagOf(before) !== tag) return []
  if (![before, change, read].every((one) => outcomeOf(one) === 'done')) return []
  if (!promisesTag(read) && !promisesTag(change)) return []
  if (change.case.request.target !== read.case.request.target || !showsChange(before, change, read)) return []
  const message = `${describeResponse(read)} still has the entity tag from before ${change.case.operation?.id ?? 'the change'}.`
  return accuseBoth(conditionalRequestRule, [change, read], message)
}

/** Whether the document declares entity tags. Undeclared ones may come from a proxy. */
const promisesTag = ({ case: { operation }, documented }: Exchange): boolean =>
  documented?.headers.some(({ name }) => name.toLowerCase() === 'etag') === true ||
  operation?.responses.has('304') === true ||
  operation?.responses.has('412') === true

/** A compressing proxy turns a tag into a weak one. */
const opaqueTag = (exchange: Exchange): string | undefined => tagOf(exchange)?.replace(/^W\//, '')

const hasSameContent = ({ response: left }: Exchange, { response: right }: Exchange): boolean =>
  left.text !== '' &&
  left.text === right.text &&
  left.header('content-encoding') === right.header('content-encoding')
