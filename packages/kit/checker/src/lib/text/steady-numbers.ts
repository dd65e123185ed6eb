import type { Numbers } from './readable-characters.ts'

/** Numbers that look drawn at random and are the same in every run (Lehmer's generator, 1951, with its later constants). */
export const createSteadyNumbers = (seed: number): Numbers => {
  let state = (Math.abs(seed) % 2_147_483_646) + 1
  return {
    nextInt: (min, max) => {
      state = (state * 48_271) % 2_147_483_647
      return min + (state % (max - min + 1))
    },
  }
}
