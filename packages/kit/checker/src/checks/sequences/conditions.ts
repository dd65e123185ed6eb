import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeAnswer, isDeclared, requestHeader } from '../exchanges/exchange-facts.ts'
import { saysTheSame } from './same-values.ts'
import { accuseBoth, findStep, outcomeOf } from './sequence-facts.ts'
import { pairThings, readSent, readShown } from './things.ts'

/**
 * The server evaluates the conditions of a request (RFC 9110, 13.1). Where it documents 304, it does not send unchanged content again.
 * Where it documents 412, it rejects a change of an outdated state. It does not reject a request whose condition holds, and an entity tag
 * stands for one state only.
 */
export const conditionalRequest: Check = defineCheck({
  id: 'conditional-request',
  title: 'Condition of the request is ignored',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => [...findFaults(exchange), ...judgeTag(exchange)],
})

const findFaults = (exchange: Exchange): readonly Finding[] => {
  const { step, request } = exchange.case
  const accuse = (text: string, subject = exchange): readonly Finding[] => [
    createFinding(
      conditionalRequest,
      subject,
      `${describeAnswer(subject)} ${text}.`,
      undefined,
      subject.case.step,
    ),
  ]
  const isDone = outcomeOf(exchange) === 'done'
  switch (step) {
    case 'condition-unchanged':
      if (isDone && isUnchanged(exchange))
        return accuse('should be the documented 304: the current entity tag matches If-None-Match')
      return exchange.answer.status === 304 && tagOf(exchange) === undefined
        ? accuse('omits the entity tag that the 200 response has')
        : []
    case 'condition-other':
      return exchange.answer.status === 304 ? accuse('is wrong: If-None-Match names another entity tag') : []
    case 'condition-stale':
      return isDone
        ? accuse('should be the documented 412: the current entity tag does not match If-Match')
        : []
    case 'condition-absent':
      return isDone
        ? accuse('should be the documented 412: the item exists, and If-None-Match excludes that')
        : []
    case 'condition-weak':
      return isDone ? accuse('should be the documented 412: a weak entity tag never matches If-Match') : []
    case 'condition-met':
      return exchange.answer.status === 412 && requestHeader(request, 'if-match') === '*'
        ? accuse('rejects If-Match: *, but the item exists')
        : []
    case 'condition-after': {
      const met = findStep(exchange, 'condition-met')
      return met?.answer.status === 412 &&
        tagOf(exchange) !== undefined &&
        tagOf(exchange) === tagOf(readBefore(met))
        ? accuse('rejects an If-Match that names the current entity tag', met)
        : []
    }
    default:
      return []
  }
}

const tagOf = (exchange: Exchange | undefined): string | undefined => exchange?.answer.header('etag')

/** The state of some items, for example of a job, changes by itself, and the tag with it. */
const isUnchanged = (exchange: Exchange): boolean => {
  const tag = tagOf(exchange)
  return tag !== undefined && tag === tagOf(findStep(exchange, 'condition-first'))
}

/** The nearest earlier read of the thing that a request is about. */
const readBefore = ({ case: { request }, history }: Exchange): Exchange | undefined =>
  history.findLast(
    (earlier) =>
      earlier.case.request.method === 'GET' &&
      earlier.case.request.target === request.target &&
      outcomeOf(earlier) === 'done',
  )

/**
 * A strong tag differs after every visible change (RFC 9110, 8.8.1), and a created item has the tag that the next read shows. Keeps silent
 * if the document declares no tags: something in front of the server may add them.
 */
const judgeTag = (exchange: Exchange): readonly Finding[] => {
  const { case: sent, history } = exchange
  const [tag, write] = [tagOf(exchange), history.at(-1)]
  if (tag === undefined || sent.request.method !== 'GET' || outcomeOf(exchange) !== 'done') return []
  if (write === undefined || outcomeOf(write) !== 'done' || !(promisesTag(exchange) || promisesTag(write)))
    return []
  if (sent.step === 'read-created' && write.answer.status === 201) {
    const isOther = tagOf(write) !== undefined && opaqueTag(write) !== opaqueTag(exchange)
    const message = `${describeAnswer(write)} has another entity tag than the created item.`
    return isOther && hasSameContent(write, exchange)
      ? [createFinding(conditionalRequest, write, message, undefined, 'new')]
      : []
  }
  const before = readBefore(exchange)
  if (before === undefined || tag.startsWith('W/') || tagOf(before) !== tag) return []
  if (write.case.request.target !== sent.request.target || !showsChange(before, write, exchange)) return []
  const message = `${describeAnswer(exchange)} still has the entity tag from before ${write.case.operation?.id ?? 'the change'}.`
  return accuseBoth(conditionalRequest, [write, exchange], message)
}

const promisesTag = ({ case: { operation }, response }: Exchange): boolean =>
  response?.headers.some(({ name }) => name.toLowerCase() === 'etag') === true ||
  operation?.responses.has('304') === true ||
  operation?.responses.has('412') === true

/** A proxy that compresses the content turns its tag into a weak one. */
const opaqueTag = (exchange: Exchange): string | undefined => tagOf(exchange)?.replace(/^W\//, '')

const hasSameContent = ({ answer: left }: Exchange, { answer: right }: Exchange): boolean =>
  left.text !== '' &&
  left.text === right.text &&
  left.header('content-encoding') === right.header('content-encoding')

/** Whether the read after the change shows a different value for a property that the change sent. */
const showsChange = (before: Exchange, write: Exchange, after: Exchange): boolean => {
  const [was, is] = pairThings(readShown(before), readShown(after)) ?? []
  const [sent] = is === undefined ? [] : (pairThings(readSent(write), [is]) ?? [])
  if (sent === undefined || was === undefined || is === undefined) return false
  return Object.keys(sent.value).some((name) => !saysTheSame(was.value[name] ?? null, is.value[name] ?? null))
}
