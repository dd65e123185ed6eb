/** Takes `count` of `values`, evenly spread. Each run takes the same ones, and every part of the table is covered. */
export function takeSample<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, values.length / count)
  return values
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, count)
}
