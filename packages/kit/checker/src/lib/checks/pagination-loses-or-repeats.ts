import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import { readListedItems } from '../resources/listed-items.ts'
import type { Resource } from '../resources/resource-graph.ts'
import { wordsOf } from '../resources/words-of.ts'
import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check, Finding } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { isNarrowed } from './sequence/is-narrowed.ts'
import { isSameId } from './sequence/is-same-id.ts'
import { outcomeOf } from './sequence/outcome.ts'

type Id = string | number

/**
 * The pages of a list hold every item once: none comes twice, none that the list shows in one piece is missing, and no page holds more than was asked for.
 */
export const paginationLosesOrRepeats: Check = defineCheck({
  id: 'pagination-loses-or-repeats',
  title: 'Pages hold every item once',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { operation, step = '' },
    } = exchange
    const resource = buildResourceGraph(exchange.document).resources.find(
      ({ list }) => list?.operation === operation,
    )
    if (resource === undefined || outcomeOf(exchange) !== 'done') return []
    return [
      ...findExcess(resource, exchange),
      ...(/^page-\d+$/.test(step) ? findRepeated(resource, exchange) : []),
      ...(step === 'list-all' ? findLost(resource, exchange) : []),
    ]
  },
})

const accuse = (exchange: Exchange, clause: string, kind: string): readonly Finding[] => [
  createFinding(
    paginationLosesOrRepeats,
    exchange,
    `${describeAnswer(exchange)} ${clause}.`,
    undefined,
    kind,
  ),
]

/** Names that can mean nothing but the size of a page. */
const SIZE_NAMES = new Set([
  'limit',
  'pagesize',
  'pagelimit',
  'perpage',
  'maxresults',
  'maxitems',
  'itemsperpage',
  'resultsperpage',
])

const findExcess = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const { size = '', position } = resource.list?.paging ?? {}
  const name = wordsOf(size).join('')
  const asked = exchange.case.values?.query[size]
  if (typeof asked !== 'number' || !Number.isInteger(asked) || exchange.verdict?.isValid !== true) return []
  if (!SIZE_NAMES.has(name) && !(name === 'size' && position !== undefined)) return []
  const items = readListedItems(resource, exchange)
  return items !== undefined && items.length > asked && asked > 0
    ? accuse(exchange, `holds more items than the ${size} asked for`, 'excess')
    : []
}

const findRepeated = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const earlier = pagesBefore(exchange).flatMap((page) => idsOf(resource, page))
  const repeated = idsOf(resource, exchange).some((id) => earlier.some((other) => isSameId(id, other)))
  return repeated ? accuse(exchange, 'repeats an item of an earlier page', 'repeats') : []
}

const findLost = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const pages = pagesBefore(exchange)
  const seen = pages.flatMap((page) => idsOf(resource, page))
  const first = pages[0]
  if (first === undefined || pages.some((page) => outcomeOf(page) !== 'done') || isNarrowed(first)) return []
  const isLost = idsOf(resource, exchange).some((id) => !seen.some((other) => isSameId(id, other)))
  return isLost ? accuse(exchange, 'shows that the pages before it lose an item', 'loses') : []
}

/** The pages of the walk that leads to this exchange, with nothing else between them. */
const pagesBefore = ({ history }: Exchange): readonly Exchange[] => {
  const start = history.findLastIndex(({ case: { step = '' } }) => !/^page-\d+$/.test(step))
  return history.slice(start + 1)
}

const idsOf = (resource: Resource, exchange: Exchange): readonly Id[] =>
  (readListedItems(resource, exchange) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]))
