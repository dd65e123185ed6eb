/** `count` of `values`, spread evenly, so that every part of the table has its turn and each run takes the same. */
export function takeSample<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, values.length / count)
  return values
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, count)
}
