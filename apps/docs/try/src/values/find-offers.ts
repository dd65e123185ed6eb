const mostShown = 5

/** The values of earlier answers that a field does not hold right now, the newest first, five at most. */
export function findOffers(remembered: readonly string[], value: string): readonly string[] {
  return remembered.filter((offer) => offer !== value).slice(0, mostShown)
}
