import type { ApiOperation } from '@contract-kit/openapi'
import { findCreatedId } from '@contract-kit/resources/exchanges'
import { isSameId } from '../compare/facts.ts'
import type { Exchange } from '../core/exchange.ts'
import { changeRejected, changedItemRead, createdItemRead, itemChanged, itemUsed } from './evidence.ts'
import { isDone, isPending, type StepOptions, type Walk } from './walk.ts'

/** An item that a scenario reads and changes. Passes the evidence of every use to the oracles. */
export class TrackedItem {
  readonly #walk: Walk
  readonly #created: Exchange | undefined
  readonly #reads: Exchange[] = []
  readonly #writes: Exchange[]
  #rejections = 0
  /** Whether a change altered its id, so the old URL may be empty. */
  #isMoved = false

  /** `created` is the creation of the item; undefined if it existed before. */
  constructor(walk: Walk, created: Exchange | undefined) {
    this.#walk = walk
    this.#created = created
    this.#writes = created === undefined ? [] : [created]
  }

  /** The latest read; undefined before the first one. */
  get lastRead(): Exchange | undefined {
    return this.#reads.at(-1)
  }

  /** Reads it by its id. Until the first change, a read must match the creation. */
  async read(operation: ApiOperation): Promise<Exchange> {
    const read = await this.#use(operation)
    if (this.#created !== undefined && this.#writes.length === 1)
      this.#walk.show(createdItemRead, { create: this.#created, read })
    this.#reads.push(read)
    return read
  }

  /** Deletes it. */
  remove(operation: ApiOperation): Promise<Exchange> {
    return this.#use(operation)
  }

  async #use(operation: ApiOperation): Promise<Exchange> {
    const use = await this.#walk.send(operation)
    if (this.#created !== undefined && !this.#isMoved)
      this.#walk.show(itemUsed, { source: this.#created, reads: this.#reads.slice(), use })
    return use
  }

  /** Changes it and, if accepted, reads it with `read`. */
  async change(operation: ApiOperation, options: StepOptions, read: ApiOperation): Promise<Exchange> {
    const change = await this.#walk.send(operation, options)
    if (!isDone(change) || isPending(change)) return change
    const seen = { earlier: this.#writes.slice(), before: this.lastRead, change }
    this.#walk.show(itemChanged, seen)
    this.#writes.push(change)
    this.#isMoved ||= hasOtherId(this.#walk, this.#created, change)
    const after = await this.#use(read)
    this.#walk.show(changedItemRead, { ...seen, read: after })
    this.#reads.push(after)
    return change
  }

  /** Like `change`, but also reads it after the first rejections, because undocumented rules may reject a change. */
  async tryChange(operation: ApiOperation, options: StepOptions, read: ApiOperation): Promise<Exchange> {
    const before = this.lastRead
    const change = await this.change(operation, options, read)
    if (change.response.status < 400) return change
    this.#rejections += 1
    if (this.#rejections > MAX_REJECTIONS) return change
    const after = await this.#walk.send(read)
    if (before !== undefined)
      this.#walk.show(changeRejected, {
        created: undefined,
        once: undefined,
        before,
        rejected: change,
        after,
      })
    this.#reads.push(after)
    return change
  }
}

/** Whether the response to a change has another id in the same property as the creation. */
const hasOtherId = ({ port }: Walk, created: Exchange | undefined, change: Exchange): boolean =>
  port.graph.resources.some((resource) => {
    if (created === undefined || resource.create?.operation !== created.case.operation) return false
    const [made, now] = [created, change].map((exchange) => findCreatedId(resource, exchange))
    return made !== undefined && now?.expression === made.expression && !isSameId(made.value, now.value)
  })

/** Number of rejected changes after which the item is read. */
const MAX_REJECTIONS = 3
