/** The values of the labels of one series, by name. */
export type Labels = Readonly<Record<string, string>>

/** The series of one metric. */
export interface Series<State> {
  /** What is kept for one series, by the values of its labels in their order; made when it is first asked for. */
  of(...values: readonly string[]): State
  all(): Iterable<readonly [labels: Labels, state: State]>
}

interface Place<State> {
  readonly next: Map<string, Place<State>>
  state?: State
}

/**
 * Keeps the series of a metric where each request finds them: the library sorts and joins the labels of every observation,
 * which costs more than all that is observed (decision 0020). It reads them when somebody asks for its text.
 */
export function createSeries<State>(labelNames: readonly string[], make: () => State): Series<State> {
  const root: Place<State> = { next: new Map() }
  const known: (readonly [Labels, State])[] = []
  const add = (place: Place<State>, values: readonly string[]): State => {
    const state = make()
    place.state = state
    known.push([Object.fromEntries(labelNames.map((name, index) => [name, values[index] ?? ''])), state])
    return state
  }
  return {
    of(...values) {
      let place = root
      for (const value of values) {
        let found = place.next.get(value)
        if (found === undefined) {
          found = { next: new Map() }
          place.next.set(value, found)
        }
        place = found
      }
      return place.state ?? add(place, values)
    },
    all: () => known,
  }
}
