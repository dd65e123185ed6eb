import { defineEvidence } from '../core/evidence.ts'
import type { Exchange } from '../core/exchange.ts'

// The evidence that scenarios of several properties show, or that rules of several properties judge.

/** An item was created, after others of the scenario. */
export const itemCreated = defineEvidence<{ earlier: readonly Exchange[]; create: Exchange }>('item created')

/** An item was created, then read by its id. */
export const createdItemRead = defineEvidence<{ create: Exchange; read: Exchange }>('created item read')

/**
 * A PUT or PATCH of an item was accepted. `earlier` are the writes of the item before it, its creation included; `before` is the nearest
 * read of it.
 */
export const itemChanged = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange | undefined
  change: Exchange
}>('item changed')

/** The same, and the read after it. */
export const changedItemRead = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange | undefined
  change: Exchange
  read: Exchange
}>('changed item read')

/**
 * A change, an action or a creation was rejected, and the item that it is about, or conflicts with, was read before and after. `created` is
 * the creation of the item, and `once` the read before `before`; both are given if the request is an action, whose effect they help to see.
 */
export const changeRejected = defineEvidence<{
  created: Exchange | undefined
  once: Exchange | undefined
  before: Exchange
  rejected: Exchange
  after: Exchange
}>('change rejected')

/** An action on an item was sent between two reads of it. */
export const itemActedOn = defineEvidence<{ before: Exchange | undefined; act: Exchange; after: Exchange }>(
  'item acted on',
)

/** An item in a final state was used once more, by a change or an action. `earlier` are the reads of it before. */
export const endedItemUsed = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange
  use: Exchange
  after: Exchange
}>('ended item used')

/**
 * An item that must exist is used: `source` created or listed it, nothing has deleted it since, and `use` reads or deletes it by its id.
 * `reads` are the reads of it in between.
 */
export const itemUsed = defineEvidence<{ source: Exchange; reads: readonly Exchange[]; use: Exchange }>(
  'item used',
)

/**
 * A whole list was read after the creation of items that belong in it: `list` are its pages. `before` are the pages of the list before the
 * creation, if it was read; `read` is the read of the item by its id.
 */
export const createdItemsListed = defineEvidence<{
  before: readonly Exchange[] | undefined
  created: readonly Exchange[]
  read: Exchange | undefined
  list: readonly Exchange[]
}>('created items listed')

/** A list was read page by page: its first pages, up to the last one read so far. */
export const pagesRead = defineEvidence<{ pages: readonly Exchange[] }>('pages read')

/** A list was read page by page, to its end, and then by one request. */
export const pagesAndWholeRead = defineEvidence<{ pages: readonly Exchange[]; whole: Exchange }>(
  'pages and whole list read',
)

/** A list was read whole, and then by a filter. */
export const listFiltered = defineEvidence<{ whole: Exchange; filtered: Exchange }>('list filtered')

/** An item was written with valid texts that a server may still reject, such as a very long one, and then read. */
export const oddTextRead = defineEvidence<{ write: Exchange; read: Exchange }>('odd text read')

/** A list was read without parameters, and with the documented default of each. */
export const listWithDefaults = defineEvidence<{ bare: Exchange; full: Exchange }>('list with its defaults')
