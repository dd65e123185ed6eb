/** Pseudorandom numbers that are the same for the same seed (mulberry32). */
export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number
  pick<const Choices extends readonly [unknown, ...unknown[]]>(choices: Choices): Choices[number]
}

/** Creates a sequence of random numbers. */
export function createRandom(seed: number): Random {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return { below, pick: (choices) => choices[below(choices.length)] }
}
