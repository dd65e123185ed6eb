/** One thing that many want: they have it one after the other, in the order in which they came. */
export class Line {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves when it is the caller's turn, which lasts until `leave`. */
  async enter(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    this.#isTaken = true
  }

  leave(): void {
    const next = this.#waiting.shift()
    // Stays taken where somebody waits: nobody comes in between.
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
