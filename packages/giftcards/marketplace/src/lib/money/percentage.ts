/** `amountCents × bps`, rounded half up, in exact integers (decision: money 2). Non-negative input. */
export function percentageOf(amountCents: number, bps: number): number {
  return Number((2n * BigInt(amountCents) * BigInt(bps) + 10_000n) / 20_000n)
}

/** Price of one card: its face value less the percentage off, rounded half up (decision: money 2). */
export function unitCostCents(faceValueCents: number, percentOffBps: number): number {
  return percentageOf(faceValueCents, 10_000 - percentOffBps)
}
