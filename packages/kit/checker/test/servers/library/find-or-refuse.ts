import type { Reply } from '../kernel/reply.ts'
import { problem } from './problem.ts'

/** Thrown by a handler to end the request with this response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(status: number, detail?: string) {
    super(detail ?? `answered ${status}`)
    this.reply = problem(status, detail)
  }
}

/** The item under an id, whichever case its letters have; ends the request with 404 if there is none. */
export const findOrRefuse = <Item>(items: ReadonlyMap<string, Item>, id: unknown): Item => {
  const found = items.get((id as string).toLowerCase())
  if (found === undefined) throw new Refusal(404)
  return found
}
