/** A number of places, some of them taken. */
export interface LoadLimit {
  /** Takes a place; false where none is free. */
  enter(): boolean
  /** Gives a place back. */
  leave(): void
}

/** Makes `max` places. */
export function createLoadLimit(max: number): LoadLimit {
  let taken = 0
  return {
    enter() {
      if (taken >= max) return false
      taken += 1
      return true
    },
    leave() {
      taken -= 1
    },
  }
}
