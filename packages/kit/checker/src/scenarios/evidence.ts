import { defineEvidence } from '../core/evidence.ts'
import type { Exchange } from '../core/exchange.ts'

// Evidence that several properties share.

/** An item was created, after others of the scenario. */
export const itemCreated = defineEvidence<{ earlier: readonly Exchange[]; create: Exchange }>('item created')

/** An item was created, then read by its id. */
export const createdItemRead = defineEvidence<{ create: Exchange; read: Exchange }>('created item read')

/**
 * A PUT or PATCH of an item was accepted. `earlier` are its previous writes, including the creation; `before` is the last read before it.
 */
export const itemChanged = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange | undefined
  change: Exchange
}>('item changed')

/** A PUT or PATCH of an item was accepted, and the item was read afterwards. */
export const changedItemRead = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange | undefined
  change: Exchange
  read: Exchange
}>('changed item read')

/**
 * A change, action or creation was rejected. The affected or conflicting item was read before and after. For an action, `created` is the
 * item's creation and `once` the read before `before`, which help to see its effect.
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

/** An item in a final state was used once more, by a change or an action. `earlier` are the previous reads. */
export const endedItemUsed = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange
  use: Exchange
  after: Exchange
}>('ended item used')

/**
 * An existing item was used: `source` created or listed it, it was not deleted, and `use` reads or deletes it by id. `reads` are the reads
 * in between.
 */
export const itemUsed = defineEvidence<{ source: Exchange; reads: readonly Exchange[]; use: Exchange }>(
  'item used',
)

/**
 * A complete list was read after items were created in it: `list` are its pages. `before` are the pages before the creation, if any; `read`
 * is the read of the item by id.
 */
export const createdItemsListed = defineEvidence<{
  before: readonly Exchange[] | undefined
  created: readonly Exchange[]
  read: Exchange | undefined
  list: readonly Exchange[]
}>('created items listed')

/** The first pages of a list were read, up to the latest one. */
export const pagesRead = defineEvidence<{ pages: readonly Exchange[] }>('pages read')

/** All pages of a list were read, and then the list in one request. */
export const pagesAndWholeRead = defineEvidence<{ pages: readonly Exchange[]; whole: Exchange }>(
  'pages and whole list read',
)

/** A list was read completely, and then with a filter. */
export const listFiltered = defineEvidence<{ whole: Exchange; filtered: Exchange }>('list filtered')

/** An item was written with valid but unusual texts, such as a very long one, and then read. */
export const oddTextRead = defineEvidence<{ write: Exchange; read: Exchange }>('odd text read')

/** A list was read without parameters, and with all documented defaults. */
export const listWithDefaults = defineEvidence<{ bare: Exchange; full: Exchange }>('list with its defaults')
