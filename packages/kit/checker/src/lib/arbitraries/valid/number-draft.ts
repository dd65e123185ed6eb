/** One thing that a number must keep. */
export type NumberFact =
  | { readonly kind: 'minimum' | 'maximum'; readonly value: number; readonly isExclusive: boolean }
  | { readonly kind: 'multipleOf' | 'notMultipleOf'; readonly value: number }
  | { readonly kind: 'notNumber'; readonly value: number }

/** What is known of a number so far. */
export class NumberDraft {
  readonly type = 'number'
  minimum = -Infinity
  isMinimumExclusive = false
  maximum = Infinity
  isMaximumExclusive = false
  steps: readonly number[] = []
  notSteps: readonly number[] = []
  excluded: readonly number[] = []

  clone(): NumberDraft {
    return Object.assign(new NumberDraft(), this)
  }

  /** Adds a fact; tells why no number is left, if that is plain. */
  add(fact: NumberFact): string | undefined {
    switch (fact.kind) {
      case 'multipleOf':
        this.steps = [...this.steps, fact.value]
        break
      case 'notMultipleOf':
        this.notSteps = [...this.notSteps, fact.value]
        break
      case 'notNumber':
        this.excluded = [...this.excluded, fact.value]
        break
      case 'minimum':
        if (fact.value < this.minimum || (fact.value === this.minimum && !fact.isExclusive)) break
        this.minimum = fact.value
        this.isMinimumExclusive = fact.isExclusive
        break
      case 'maximum':
        if (fact.value > this.maximum || (fact.value === this.maximum && !fact.isExclusive)) break
        this.maximum = fact.value
        this.isMaximumExclusive = fact.isExclusive
        break
    }
    const isEmpty =
      this.minimum > this.maximum ||
      (this.minimum === this.maximum && (this.isMinimumExclusive || this.isMaximumExclusive))
    return isEmpty ? 'the least number it allows is above the greatest' : undefined
  }
}
