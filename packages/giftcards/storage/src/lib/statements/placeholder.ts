/** Where in the values of a call a placeholder finds its own. */
type Path = readonly string[]

type Values = Readonly<Record<string, unknown>>

const paths = new WeakMap<object, Path>()

/** Stands for the values of a call while a statement is built: each part of it is a placeholder of its own. */
export function placeholders(): object {
  return placeholderAt([])
}

function placeholderAt(path: Path): object {
  const placeholder = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive) throw new TypeError('A value is not known while a statement is built')
        return typeof key === 'symbol' ? undefined : placeholderAt([...path, key])
      },
    },
  )
  paths.set(placeholder, path)
  return placeholder
}

/** The placeholders of the first `length` things in a list. */
export function itemsOf<Item>(list: readonly Item[], length: number): readonly Item[] {
  // Every index of a placeholder has one.
  return Array.from({ length }, (_, index) => list[index] as Item)
}

/** How the value of a parameter is found in the values of a call; a parameter that is no placeholder is its own value. */
export function readerOf(parameter: unknown): (values: object) => unknown {
  const path = typeof parameter === 'object' && parameter !== null ? paths.get(parameter) : undefined
  if (path === undefined) return () => parameter
  const [first = '', second, third, ...rest] = path
  // A value of a call, and one of a row in a list of it: a hundred of these are read for one order.
  if (second === undefined) return (values) => (values as Values)[first]
  if (third !== undefined && rest.length === 0)
    return (values) => (values as Record<string, Record<string, Values>>)[first]?.[second]?.[third]
  return (values) => path.reduce<unknown>((value, key) => (value as Values)[key], values)
}
