/** One scrape of `/metrics` by Prometheus. */
export interface Scrape {
  /** The time of the scrape, in seconds. */
  readonly at: number
  /** The text of the response; undefined if the server did not respond. */
  readonly text: string | undefined
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  readonly at: number
}
type Vector = readonly Sample[]
type Value = number | Vector
/** The value at a time in seconds. A range returns the samples of each series. */
type Instant = (at: number) => Value
type Range = (at: number) => readonly Vector[]

const identity = { job: 'giftcards', instance: 'server-1:3000' }

/** Returns the samples of a scrape and `up`, which Prometheus adds. */
function readSamples({ at, text }: Scrape): Vector {
  const up = { name: 'up', labels: identity, value: text === undefined ? 0 : 1, at }
  const read = Array.from(
    (text ?? '').matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm),
    ([, name = '', own = '', value]) => {
      const labels = Array.from(
        own.matchAll(/(\w+)="([^"]*)"/g),
        ([, label = '', is = '']) => [label, is] as const,
      )
      return { name, labels: { ...identity, ...Object.fromEntries(labels) }, value: Number(value), at }
    },
  )
  return [up, ...read]
}

const keyOf = ({ labels }: Pick<Sample, 'labels'>, names = Object.keys(labels)): string =>
  JSON.stringify(names.toSorted().map((name) => [name, labels[name]]))

function groupBy(samples: Vector, names?: readonly string[]): readonly Vector[] {
  return [...Map.groupBy(samples, (sample) => keyOf(sample, names && [...names])).values()]
}

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '>': (left, right) => left > right,
  '==': (left, right) => left === right,
}
const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '-': (left, right) => left - right,
  '/': (left, right) => left / right,
}

/**
 * Returns the increase of a series. A counter that decreased was reset. Unlike Prometheus, it does not extrapolate to the ends of
 * the range.
 */
const increaseOf = (series: Vector): number =>
  series.slice(1).reduce((sum, { value }, at) => {
    const before = series[at]?.value ?? 0
    return sum + (value >= before ? value - before : value)
  }, 0)

const changesOf = (series: Vector): number =>
  series.filter(({ value }, at) => at > 0 && value !== series[at - 1]?.value).length

/** Pairs samples with the same labels. A number is paired with every sample. */
function pair(left: Value, right: Value, join: (l: number, r: number) => number | undefined): Value {
  if (typeof left === 'number') {
    if (typeof right === 'number') return join(left, right) ?? []
    return right.map((sample) => ({ ...sample, value: join(left, sample.value) ?? Number.NaN }))
  }
  return left.flatMap((sample) => {
    const other = typeof right === 'number' ? right : right.find((one) => keyOf(one) === keyOf(sample))?.value
    const value = other === undefined ? undefined : join(sample.value, other)
    return value === undefined ? [] : [{ ...sample, value }]
  })
}

const keysOf = (value: Value) => new Set(toVector(value).map((sample) => keyOf(sample)))

/**
 * Evaluates a PromQL expression after the last of these scrapes. Supports only the forms that the alerts of this repository use.
 * The result is empty if the alert does not fire. Throws for any other form, and for a metric or label that no scrape has.
 */
export function evaluateAlert(expression: string, scrapes: readonly Scrape[]): Vector {
  const samples = scrapes.flatMap(readSamples)
  const tokens =
    expression.match(/[a-z_][a-z\d_]*(?:\{[^}]*\})?(?:\[\w+\])?|\d+(?:\.\d+)?[smh]?|==|[->/(),]/g) ?? []
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) throw new Error(`Not understood: ${expression}`)
  let next = 0
  const take = (expected?: string): string => {
    const token = tokens[next++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Not ${token} but ${expected ?? 'a value'} was expected in ${expression}`)
    return token
  }
  const skip = (token: string): boolean => {
    const isNext = tokens[next] === token
    if (isNext) next += 1
    return isNext
  }

  function binary(
    names: readonly string[],
    read: () => Instant,
    combine: (name: string, l: Value, r: Value) => Value,
  ) {
    return (): Instant => {
      let left = read()
      while (names.includes(tokens[next] ?? '')) {
        const [name, before, right] = [take(), left, read()]
        left = (at) => combine(name, before(at), right(at))
      }
      return left
    }
  }

  const quotient = binary(['/'], operand, (name, l, r) => pair(l, r, operations[name] ?? fail))
  const difference = binary(['-'], quotient, (name, l, r) => pair(l, r, operations[name] ?? fail))
  const comparison = binary(['>', '=='], difference, (name, l, r) =>
    pair(l, r, (left, right) => (comparisons[name]?.(left, right) ? left : undefined)),
  )
  const exclusion = binary(['unless'], comparison, (_name, l, r) =>
    toVector(l).filter((one) => !keysOf(r).has(keyOf(one))),
  )
  const union = binary(['or'], exclusion, (_name, l, r) => [
    ...toVector(l),
    ...toVector(r).filter((one) => !keysOf(l).has(keyOf(one))),
  ])

  function operand(): Instant {
    if (skip('(')) {
      const inner = union()
      take(')')
      return inner
    }
    const token = take()
    if (/^\d/.test(token)) return () => Number(token)
    return tokens[next] === '(' || tokens[next] === 'by' ? call(token) : offset(select(token))
  }

  function offset(range: Range): Instant {
    const back = skip('offset') ? secondsOf(take()) : 0
    return (at) => range(at - back).map((series) => series.at(-1)!)
  }

  /** Returns the series that a selector matches, each with its samples in the range. Without a range, it uses the last scrape. */
  function select(selector: string): Range {
    const [, name = '', matchers = '', range] = /^(\w+)(?:\{(.*?)\})?(?:\[(\w+)\])?$/.exec(selector) ?? []
    const named = samples.filter((sample) => sample.name === name)
    if (named.length === 0) throw new Error(`No scrape has ${name}`)
    const tests = Array.from(
      matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g),
      ([, label = '', operator, is = '']) => {
        if (!named.some(({ labels }) => label in labels)) throw new Error(`${name} has no label ${label}`)
        const pattern = new RegExp(`^(?:${is})$`)
        return ({ labels }: Sample) =>
          operator === '=~'
            ? pattern.test(labels[label] ?? '')
            : (labels[label] === is) === (operator === '=')
      },
    )
    const matching = named.filter((sample) => tests.every((test) => test(sample)))
    return (at) => {
      const last = scrapes.findLast((scrape) => scrape.at <= at)?.at ?? Number.NaN
      const from = range === undefined ? last : at - secondsOf(range)
      return groupBy(matching.filter((sample) => sample.at >= from && sample.at <= Math.min(at, last)))
    }
  }

  function call(name: string): Instant {
    const names = skip('by') ? list() : []
    take('(')
    const ofSeries = { rate: increaseOf, increase: increaseOf, changes: changesOf }[name]
    if (ofSeries !== undefined) {
      const [selector] = [take(), take(')')]
      const seconds = name === 'rate' ? secondsOf(/\[(\w+)\]/.exec(selector)?.[1] ?? '') : 1
      const range = select(selector)
      return (at) => range(at).map((series) => ({ ...series[0]!, value: ofSeries(series) / seconds }))
    }
    const values: Instant[] = []
    while (!skip(')')) {
      values.push(union())
      skip(',')
    }
    const [first = fail, second = fail] = values
    const each =
      (change: (sample: Sample) => number): Instant =>
      (at) =>
        toVector(first(at)).map((sample) => ({ ...sample, value: change(sample) }))
    const aggregate =
      (combine: (values: readonly number[]) => number): Instant =>
      (at) =>
        groupBy(toVector(first(at)), names).map((group) => ({
          ...group[0]!,
          labels: Object.fromEntries(names.map((label) => [label, group[0]?.labels[label] ?? ''])),
          value: combine(group.map(({ value }) => value)),
        }))
    switch (name) {
      case 'time':
        return (at) => at
      case 'timestamp':
        return each(({ at }) => at)
      case 'abs':
        return each(({ value }) => Math.abs(value))
      case 'sum':
        return aggregate((all) => all.reduce((sum, value) => sum + value, 0))
      case 'max':
        return aggregate((all) => Math.max(...all))
      case 'histogram_quantile':
        return (at) => quantileOf(Number(first(at)), toVector(second(at)))
      default:
        throw new Error(`The function ${name} is not understood`)
    }
  }

  function list(): readonly string[] {
    take('(')
    const names: string[] = []
    while (!skip(')')) {
      names.push(take())
      skip(',')
    }
    return names
  }

  const result = union()
  if (next < tokens.length) throw new Error(`Not understood from ${tokens[next]} on: ${expression}`)
  return toVector(result(scrapes.at(-1)?.at ?? 0))
}

/** Returns the upper bound of the bucket that contains the quantile. Prometheus interpolates within the bucket. */
function quantileOf(quantile: number, buckets: Vector): Vector {
  const sorted = buckets.toSorted((one, other) => toBound(one) - toBound(other))
  const total = sorted.at(-1)?.value ?? 0
  const found = sorted.find(({ value }) => value >= quantile * total)
  return found === undefined || total === 0 ? [] : [{ ...found, labels: {}, value: toBound(found) }]
}

const toBound = ({ labels }: Sample): number => Number(labels['le']?.replace('+Inf', 'Infinity'))

const toVector = (value: Value): Vector =>
  typeof value === 'number' ? [{ name: '', labels: {}, value, at: 0 }] : value

function secondsOf(duration: string): number {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? []
  return count === undefined ? fail() : Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? fail())
}

function fail(): never {
  throw new Error('The expression is not understood')
}
