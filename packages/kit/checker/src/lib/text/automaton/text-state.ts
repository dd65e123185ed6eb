/** A state of an automaton and the ways on from it: `symbols[i]` leads to `targets[i]`. */
export interface TextState {
  readonly isAccepting: boolean
  readonly symbols: readonly number[]
  readonly targets: readonly number[]
}
