import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import { stageOf } from '../../compare/states.ts'
import { changeRejected, endedItemUsed, itemActedOn } from '../../scenarios/evidence.ts'
import { isDone, type StepOptions, type Walk } from '../../scenarios/walk.ts'
import { itemReadAgain } from './oracle.ts'

/** An item with its creation, which is read around actions on it. Passes the evidence of the reads to the oracles. */
export class WatchedItem {
  readonly #walk: Walk
  readonly #created: Exchange
  readonly #read: ApiOperation
  #looks: readonly Exchange[] = []
  readonly #accepted = new Set<ApiOperation>()

  constructor(walk: Walk, created: Exchange, read: ApiOperation) {
    this.#walk = walk
    this.#created = created
    this.#read = read
  }

  /** The actions that were accepted. Each may take effect from then on. */
  get accepted(): ReadonlySet<ApiOperation> {
    return this.#accepted
  }

  /** The last successful read of it. */
  get shown(): Exchange | undefined {
    return this.#looks.findLast(isDone)
  }

  /** Whether it was last shown in a final state. */
  get hasEnded(): boolean {
    return this.shown !== undefined && /^(done|canceled)$/.test(stageOf(this.shown) ?? '')
  }

  /** Reads it again. */
  async look(): Promise<Exchange> {
    const before = this.#looks.at(-1)
    const after = await this.#send()
    if (before !== undefined && this.#accepted.size === 0) this.#walk.show(itemReadAgain, { before, after })
    return after
  }

  /** Sends an action, which the state of the item may not allow, and reads the item. */
  async act(
    action: ApiOperation,
    options: StepOptions = {},
  ): Promise<{ readonly acted: Exchange; readonly after: Exchange }> {
    const [once, before] = [this.#looks.at(-2), this.#looks.at(-1)]
    const acted = await this.#walk.send(action, { ...options, mayBeRejected: true })
    const after = await this.#send()
    if (isDone(acted)) this.#walk.show(itemActedOn, { before, act: acted, after })
    else if (before !== undefined && this.#accepted.size === 0)
      this.#walk.show(changeRejected, { created: this.#created, once, before, rejected: acted, after })
    if (isDone(acted)) this.#accepted.add(action)
    return { acted, after }
  }

  /** Sends a change or an action that must not bring it back from its final state, and reads it. */
  async use(operation: ApiOperation, options: StepOptions = {}): Promise<void> {
    const [earlier, before] = [this.#looks.slice(0, -1), this.#looks.at(-1)]
    const use = await this.#walk.send(operation, { ...options, mayBeRejected: true })
    if (!isDone(use) || before === undefined) return
    this.#walk.show(endedItemUsed, { earlier, before, use, after: await this.#send() })
  }

  async #send(): Promise<Exchange> {
    const look = await this.#walk.send(this.#read)
    this.#looks = [...this.#looks, look]
    return look
  }
}
